import { unitVector } from '@recallite/embeddings'
import { Refusal } from '@recallite/embeddings/process'
import type { OnnxSession } from './libraries.js'
import { nameFolder } from './read-model-folder.js'

/** A network and the pooling of its token vectors. */
export interface Network {
  /** The vector of a text by its tokens; rejects if the network does not accept them. One call at a time. */
  embed(tokens: readonly number[]): Promise<Float32Array>
}

/** The values of the inputs by name. */
const fillers: Readonly<Record<string, (token: number) => bigint>> = {
  input_ids: BigInt,
  attention_mask: () => 1n,
  token_type_ids: () => 0n,
}

/** The names that exporters give the token vectors. */
const outputs = ['last_hidden_state', 'token_embeddings']

/**
 * Makes a network of a session.
 * @throws Refusal if it has other inputs or outputs than models for embedding
 */
export function createNetwork(session: OnnxSession, pooling: Pooling): Network {
  const output = findOutput(session)
  return {
    async embed(tokens) {
      const inputs = session.inputNames.map(
        (name) => [name, BigInt64Array.from(tokens, fillers[name] ?? BigInt)] as const,
      )
      const { dims, data } = await session.run(Object.fromEntries(inputs), output)
      const [rows, columns, dimensions] = dims
      const isFit = data instanceof Float32Array && rows === 1 && columns === tokens.length
      if (!isFit || dimensions === undefined)
        throw new Refusal(`its ${output} is not one vector of 32-bit numbers per token`)
      return pool(data, dimensions, pooling)
    },
  }
}

function findOutput({ inputNames, outputNames }: OnnxSession): string {
  const strange = inputNames.find((name) => fillers[name] === undefined)
  if (strange !== undefined)
    throw new Refusal(`it asks for ${strange}, as no model for embedding does`, { remedy: nameFolder })
  const output = outputs.find((name) => outputNames.includes(name))
  if (output !== undefined) return output
  const reason = `it answers with ${outputNames.join(', ')}, not with ${outputs[0]}`
  throw new Refusal(reason, { remedy: nameFolder })
}

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
    for (let position = 0; position < dimensions; position += 1)
      sum[position] = (sum[position] ?? 0) + (states[token + position] ?? NaN)
  return sum
}
