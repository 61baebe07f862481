import { createRandom } from '../random.js'

/** A tensor, its last dimension first in memory; a matrix has a row for each output. */
export interface Tensor {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

/** Tensors by their names in GGUF files. */
export type Weights = Readonly<Record<string, Tensor>>

/** Numbers without a pattern, the same on every machine: around 1 for the scales of norms, else around 0. */
export function drawWeights(shapes: Readonly<Record<string, readonly number[]>>, seed: number): Weights {
  const draw = (name: string, shape: readonly number[]): Tensor => {
    const random = createRandom(seed, name)
    const centre = name.endsWith('norm.weight') ? 1 : 0
    const spread = shape.length > 1 ? 0.6 : 0.4
    const length = shape.reduce((product, size) => product * size, 1)
    return { shape, values: Float32Array.from({ length }, () => centre + (random.next() - 0.5) * spread) }
  }
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, draw(name, shape)]))
}

/** A layer with a bias. */
export const layer = (name: string, outputs: number, inputs: number) => ({
  [`${name}.weight`]: [outputs, inputs],
  [`${name}.bias`]: [outputs],
})
