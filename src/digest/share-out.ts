// Texts of several owners are embedded together; this gives each owner its vectors back.

export function shareOut(vectors: Float32Array[], texts: string[][]): Float32Array[][] {
  let taken = 0
  return texts.map((own) => {
    taken += own.length
    return vectors.slice(taken - own.length, taken)
  })
}
