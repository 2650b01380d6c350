// A tag that people have confirmed and removed often enough gets a small logistic model of its own.

export interface TagModel {
  weights: Float32Array
  bias: number
}

const ROUNDS = 200
const RATE = 0.5
const DECAY = 0.02

export const probability = (logit: number): number => 1 / (1 + Math.exp(-logit))

const logitOf = (model: TagModel, input: Float32Array): number => {
  let sum = model.bias
  for (let i = 0; i < input.length; i++) sum += (model.weights[i] as number) * (input[i] as number)
  return sum
}

export const predict = (model: TagModel, input: Float32Array): number => probability(logitOf(model, input))

/** Gradient descent over the whole set; confirmed and removed count the same however many there are. */
export const trainTagModel = (confirmed: Float32Array[], removed: Float32Array[]): TagModel => {
  const width = confirmed[0]?.length ?? 0
  const model: TagModel = { weights: new Float32Array(width), bias: 0 }
  const examples = [
    ...confirmed.map((input) => ({ input, truth: 1, weight: 0.5 / confirmed.length })),
    ...removed.map((input) => ({ input, truth: 0, weight: 0.5 / removed.length })),
  ]
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = new Float32Array(width)
    let biasGradient = 0
    for (const { input, truth, weight } of examples) {
      const error = (predict(model, input) - truth) * weight
      biasGradient += error
      for (let i = 0; i < width; i++) gradient[i] = (gradient[i] as number) + error * (input[i] as number)
    }
    model.bias -= RATE * biasGradient
    for (let i = 0; i < width; i++) {
      const weight = model.weights[i] as number
      model.weights[i] = weight - RATE * 4 * ((gradient[i] as number) + (DECAY / width) * weight)
    }
  }
  return model
}
