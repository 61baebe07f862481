import { unitVector } from '@recallite/embeddings'

/** How token vectors become one: their `mean`, or the vector of the first token (`cls`). */
export type Pooling = 'mean' | 'cls'

/** Families that pool by the first token, according to their model cards; others use `mean`. */
const clsFamilies = /\bbge-|\barctic-embed|\bmxbai-embed-(2d-)?large|\bgte-[a-z-]+-v1\.5\b/

/** The keys of sentence-transformers' `1_Pooling/config.json`. */
const poolingKeys: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_cls_token: 'cls',
}

/**
 * The pooling of `1_Pooling/config.json`, or, without this file, that of models with this name. Undefined if the file
 * asks for another way or several.
 */
export function choosePooling(modelName: string, config: object | undefined): Pooling | undefined {
  if (config === undefined)
    return clsFamilies.test(modelName.toLowerCase().replaceAll('_', '-')) ? 'cls' : 'mean'
  const on = Object.entries(config).filter(([key, value]) => key.startsWith('pooling_mode') && value === true)
  const [key = ''] = on.map(([name]) => name)
  return on.length === 1 ? poolingKeys[key] : undefined
}

/** Pools the token vectors, which follow each other in `states`, into one of length 1. A zero vector stays zero. */
export function pool(states: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  return unitVector(pooling === 'cls' ? states.slice(0, dimensions) : sumOfTokens(states, dimensions))
}

/** The direction of the mean, summed in double precision; scaling follows. */
function sumOfTokens(states: Float32Array, dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions)
  for (let token = 0; token < states.length; token += dimensions)
    for (let slot = 0; slot < dimensions; slot += 1)
      sum[slot] = (sum[slot] ?? 0) + (states[token + slot] ?? NaN)
  return sum
}
