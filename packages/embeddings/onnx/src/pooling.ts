import { unitVector } from '@recallite/embeddings'

/** How the vectors of tokens become one of the text: their `mean`, or that of the first token (`cls`). */
export type Pooling = 'mean' | 'cls'

/** Families that pool by the first token, as their model cards say; `mean` is right for the others. */
const clsFamilies = /\bbge-|\barctic-embed|\bmxbai-embed-(2d-)?large|\bgte-[a-z-]+-v1\.5\b/

/** The keys of sentence-transformers' `1_Pooling/config.json` that turn a way of pooling on. */
const poolingKeys: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_cls_token: 'cls',
}

/**
 * What `1_Pooling/config.json` says (undefined where there is none), else what models of that name do. Undefined for a
 * file that asks for another way, or for several.
 */
export function choosePooling(modelName: string, config: object | undefined): Pooling | undefined {
  if (config === undefined)
    return clsFamilies.test(modelName.toLowerCase().replaceAll('_', '-')) ? 'cls' : 'mean'
  const on = Object.entries(config).filter(([key, value]) => key.startsWith('pooling_mode') && value === true)
  const [key = ''] = on.map(([name]) => name)
  return on.length === 1 ? poolingKeys[key] : undefined
}

/**
 * One vector of length 1 from those of the tokens, which follow each other in `states`. All tokens count: texts are run
 * one at a time, so none of them is padding. A vector that is all zero stays so.
 */
export function pool(states: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  return unitVector(pooling === 'cls' ? states.slice(0, dimensions) : sumOfTokens(states, dimensions))
}

/** The direction of the mean; its length is normalised away. Summed in double precision. */
function sumOfTokens(states: Float32Array, dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions)
  for (const [position, value] of states.entries()) {
    const slot = position % dimensions
    sum[slot] = (sum[slot] ?? 0) + value
  }
  return sum
}
