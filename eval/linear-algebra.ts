// The little linear algebra that training needs, on row-major Float64Arrays.

export const cholesky = (matrix: Float64Array, size: number): Float64Array => {
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] as number
      for (let k = 0; k < column; k++)
        sum -= (lower[row * size + k] as number) * (lower[column * size + k] as number)
      lower[row * size + column] =
        row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (lower[column * size + column] as number)
    }
  }
  return lower
}

/** Solves L·x = b, or Lᵀ·x = b, in place, for each of the columns of `right`. */
export const solveLower = (
  lower: Float64Array,
  right: Float64Array,
  size: number,
  columns: number,
  transposed: boolean,
): void => {
  for (let step = 0; step < size; step++) {
    const row = transposed ? size - 1 - step : step
    for (let k = transposed ? row + 1 : 0; k < (transposed ? size : row); k++) {
      const factor = transposed ? (lower[k * size + row] as number) : (lower[row * size + k] as number)
      if (factor === 0) continue
      for (let c = 0; c < columns; c++) {
        right[row * columns + c] =
          (right[row * columns + c] as number) - factor * (right[k * columns + c] as number)
      }
    }
    const diagonal = lower[row * size + row] as number
    for (let c = 0; c < columns; c++)
      right[row * columns + c] = (right[row * columns + c] as number) / diagonal
  }
}

export const multiply = (
  left: Float64Array,
  right: Float64Array,
  rows: number,
  inner: number,
  columns: number,
): Float64Array => {
  const out = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < inner; k++) {
      const factor = left[row * inner + k] as number
      if (factor === 0) continue
      for (let c = 0; c < columns; c++) {
        out[row * columns + c] =
          (out[row * columns + c] as number) + factor * (right[k * columns + c] as number)
      }
    }
  }
  return out
}

/** Gram-Schmidt on the columns, twice for accuracy. */
const orthonormalize = (matrix: Float64Array, rows: number, columns: number): void => {
  for (let column = 0; column < columns; column++) {
    for (let round = 0; round < 2; round++) {
      for (let earlier = 0; earlier < column; earlier++) {
        let product = 0
        for (let r = 0; r < rows; r++) {
          product += (matrix[r * columns + column] as number) * (matrix[r * columns + earlier] as number)
        }
        for (let r = 0; r < rows; r++) {
          matrix[r * columns + column] =
            (matrix[r * columns + column] as number) - product * (matrix[r * columns + earlier] as number)
        }
      }
    }
    let squares = 0
    for (let r = 0; r < rows; r++) squares += (matrix[r * columns + column] as number) ** 2
    const scale = 1 / Math.max(Math.sqrt(squares), 1e-12)
    for (let r = 0; r < rows; r++)
      matrix[r * columns + column] = (matrix[r * columns + column] as number) * scale
  }
}

/** The leading eigenvectors of a symmetric matrix, as columns, by subspace iteration. */
export const leadingEigenvectors = (
  matrix: Float64Array,
  size: number,
  count: number,
  rounds = 40,
): Float64Array => {
  let basis = new Float64Array(size * count)
  for (let i = 0; i < basis.length; i++) basis[i] = Math.sin(i * 12.9898 + 78.233)
  orthonormalize(basis, size, count)
  for (let round = 0; round < rounds; round++) {
    basis = multiply(matrix, basis, size, size, count) as Float64Array<ArrayBuffer>
    orthonormalize(basis, size, count)
  }
  return basis
}
