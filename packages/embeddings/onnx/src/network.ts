import { unitVector } from '@recallite/embeddings'
import { Refusal } from '@recallite/embeddings/process'
import type { OnnxSession, Tokens } from './libraries.js'
import { nameFolder } from './read-model-folder.js'

export interface Network {
  /** Returns the vector of a text or the logit of a pair; rejects if the network does not accept it. One call at a time. */
  compute(tokens: Tokens): Promise<Float32Array>
}

/** Token vectors that are pooled into one, or the one logit of a reranker. */
export type Reading = Pooling | 'logit'

export interface NetworkFile {
  readonly weightsPath: string
  readonly reading: Reading
  readonly threads: number
}

/** The values of the inputs, by name. */
const fillers: Readonly<Record<string, (tokens: Tokens) => readonly number[]>> = {
  input_ids: ({ ids }) => ids,
  attention_mask: ({ ids }) => ids.map(() => 1),
  token_type_ids: ({ ids, types = ids.map(() => 0) }) => types,
}

/** The names that exporters use for the token vectors. */
const vectors = ['last_hidden_state', 'token_embeddings']

/** Wraps a session; throws `Refusal` if its inputs or outputs do not fit the task. */
export function createNetwork(session: OnnxSession, reading: Reading): Network {
  const output = findOutput(session, reading === 'logit' ? ['logits'] : vectors)
  return {
    async compute(tokens) {
      const inputs = session.inputNames.map(
        (name) => [name, BigInt64Array.from(fillers[name]?.(tokens) ?? [], BigInt)] as const,
      )
      const { dims, data } = await session.run(Object.fromEntries(inputs), output)
      if (reading === 'logit') {
        if (data instanceof Float32Array && data.length === 1) return data
        // With several labels, any of them could mean anything.
        throw new Refusal(`it returns ${dims.join(' × ')} logits for a pair, but a reranker has one label`)
      }
      const [rows, columns, dimensions] = dims
      const isFit = data instanceof Float32Array && rows === 1 && columns === tokens.ids.length
      if (!isFit || dimensions === undefined)
        throw new Refusal(`its ${output} is not one vector of 32-bit numbers per token`)
      return pool(data, dimensions, reading)
    },
  }
}

function findOutput({ inputNames, outputNames }: OnnxSession, outputs: readonly string[]): string {
  const strange = inputNames.find((name) => fillers[name] === undefined)
  if (strange !== undefined)
    throw new Refusal(`it has the unsupported input ${strange}`, { remedy: nameFolder })
  const output = outputs.find((name) => outputNames.includes(name))
  if (output !== undefined) return output
  const reason = `its outputs are ${outputNames.join(', ')}, not ${outputs[0]}`
  throw new Refusal(reason, { remedy: nameFolder })
}

/** The mean of the token vectors, or the vector of the first token (`cls`). */
export type Pooling = 'mean' | 'cls'

/** Families that pool by the first token, according to their model cards; others use `mean`. */
const clsFamilies = /\bbge-|\barctic-embed|\bmxbai-embed-(2d-)?large|\bgte-[a-z-]+-v1\.5\b/

/** The keys of sentence-transformers' `1_Pooling/config.json`. */
const poolingKeys: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_cls_token: 'cls',
}

/** The pooling of `1_Pooling/config.json` or, without it, of the model family; undefined for unsupported or several kinds. */
export function choosePooling(modelName: string, config: object | undefined): Pooling | undefined {
  if (config === undefined)
    return clsFamilies.test(modelName.toLowerCase().replaceAll('_', '-')) ? 'cls' : 'mean'
  const on = Object.entries(config).filter(([key, value]) => key.startsWith('pooling_mode') && value === true)
  const [key = ''] = on.map(([name]) => name)
  return on.length === 1 ? poolingKeys[key] : undefined
}

/** Pools the consecutive token vectors in `states` into one of length 1; a zero vector stays zero. */
export function pool(states: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  return unitVector(pooling === 'cls' ? states.slice(0, dimensions) : sumOfTokens(states, dimensions))
}

/** The sum in double precision, which has the direction of the mean; scaling follows. */
function sumOfTokens(states: Float32Array, dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions)
  for (let token = 0; token < states.length; token += dimensions)
    for (let position = 0; position < dimensions; position += 1)
      sum[position] = (sum[position] ?? 0) + (states[token + position] ?? NaN)
  return sum
}
