// Adam: a step along the slope, of a length that depends on how steady the slope has been.

export type Adam = (slope: ArrayLike<number>, rate: number) => void

const MEAN = 0.9
const SQUARE = 0.99

/** Changes the weights in place. */
export function createAdam(weights: Float32Array | Float64Array): Adam {
  const means = new Float64Array(weights.length)
  const squares = new Float64Array(weights.length)
  let steps = 0
  return (slope, rate) => {
    steps++
    const [young, youngSquare] = [1 - MEAN ** steps, 1 - SQUARE ** steps]
    for (let at = 0; at < weights.length; at++) {
      const own = slope[at] as number
      means[at] = MEAN * (means[at] as number) + (1 - MEAN) * own
      squares[at] = SQUARE * (squares[at] as number) + (1 - SQUARE) * own * own
      const length = Math.sqrt((squares[at] as number) / youngSquare) + 1e-8
      weights[at] = (weights[at] as number) - (rate * (means[at] as number)) / young / length
    }
  }
}
