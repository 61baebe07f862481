import { Refusal } from '@recallite/embeddings/process'
import type { OnnxSession } from './libraries.js'
import { pool, type Pooling } from './pooling.js'
import { nameFolder } from './read-model-folder.js'

/** A network and the pooling of its token vectors. */
export interface Network {
  /** A vector for the tokens of each text; rejects if the network does not accept them. One call at a time. */
  embed(texts: readonly (readonly number[])[]): Promise<readonly Float32Array[]>
}

/** The file of a network and how to run it. */
export interface NetworkFile {
  readonly weightsPath: string
  readonly pooling: Pooling
  readonly threads: number
}

/** The values of the inputs by name; tokens behind the end of a text are 0 and masked. */
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
    async embed(texts) {
      const length = Math.max(...texts.map((tokens) => tokens.length))
      const inputs = session.inputNames.map((name) => [name, fill(name, texts, length)] as const)
      const { dims, data } = await session.run(Object.fromEntries(inputs), texts.length, output)
      const [rows, columns, dimensions] = dims
      const isFit = data instanceof Float32Array && rows === texts.length && columns === length
      if (!isFit || dimensions === undefined)
        throw new Refusal(`its ${output} is not one vector of 32-bit numbers per token`)
      const size = length * dimensions
      return texts.map((tokens, row) =>
        pool(data.subarray(row * size, row * size + tokens.length * dimensions), dimensions, pooling),
      )
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

/** One input for all texts: a row for each, as long as the longest one. */
function fill(name: string, texts: readonly (readonly number[])[], length: number): BigInt64Array {
  const values = new BigInt64Array(texts.length * length)
  const valueOf = fillers[name]
  if (valueOf === undefined) return values
  for (const [row, tokens] of texts.entries())
    for (const [column, token] of tokens.entries()) values[row * length + column] = valueOf(token)
  return values
}
