import { EmbeddingError } from '@recallite/embeddings'
import type { OnnxSession, Tokenize } from './libraries.js'
import { pool, type Pooling } from './pooling.js'

/** Embeds one text; rejects with the error of the library if the network does not accept its tokens. */
export type Embedder = (text: string) => Promise<Float32Array>

/** The values of the inputs by name: one text without padding. */
const fillers: Readonly<Record<string, (tokens: readonly number[]) => BigInt64Array>> = {
  input_ids: (tokens) => BigInt64Array.from(tokens, BigInt),
  attention_mask: (tokens) => new BigInt64Array(tokens.length).fill(1n),
  token_type_ids: (tokens) => new BigInt64Array(tokens.length),
}

/** The names that exporters give the token vectors. */
const outputs = ['last_hidden_state', 'token_embeddings']

/** The output that is pooled, or why the network cannot embed, in words that follow "cannot be used:". */
export function findOutput({
  inputNames,
  outputNames,
}: OnnxSession): { output: string } | { reason: string } {
  const strange = inputNames.find((name) => fillers[name] === undefined)
  if (strange !== undefined) return { reason: `it asks for ${strange}, as no model for embedding does` }
  const output = outputs.find((name) => outputNames.includes(name))
  return output === undefined
    ? { reason: `it answers with ${outputNames.join(', ')}, not with ${outputs[0]}` }
    : { output }
}

interface EmbedderParts {
  readonly session: OnnxSession
  readonly tokenize: (text: string) => readonly number[]
  readonly pooling: Pooling
  readonly output: string
}

/** Never used: `findOutput` refuses networks with other inputs. */
const noInput = new BigInt64Array()

/** Runs one text at a time: with 8-bit weights, other texts of a batch would change the vector. */
export function createEmbedder({ session, tokenize, pooling, output }: EmbedderParts): Embedder {
  return async (text) => {
    const tokens = tokenize(text)
    const inputs = session.inputNames.map((name) => [name, fillers[name]?.(tokens) ?? noInput] as const)
    const { dims, data } = await session.run(Object.fromEntries(inputs), output)
    const [batch, length, dimensions] = dims
    const isFit = data instanceof Float32Array && batch === 1 && length === tokens.length
    if (isFit && dimensions !== undefined) return pool(data, dimensions, pooling)
    const message = `its ${output} is not one vector of 32-bit numbers per token`
    throw new EmbeddingError('EMBEDDING_RESPONSE_INVALID', message)
  }
}

/** No real text has more characters per token; what exceeds it is not tokenized. */
const mostCharactersPerToken = 100

/** A tokenizer that cuts texts that are too long at their end and keeps the special tokens around them. */
export function cutTokens(tokenize: Tokenize, maxTokens: number): (text: string) => readonly number[] {
  const closing = countClosing(tokenize)
  return (text) => {
    const tokens = tokenize(text.slice(0, maxTokens * mostCharactersPerToken), { framed: true })
    if (tokens.length <= maxTokens) return tokens
    const begun = tokens.slice(0, Math.max(0, maxTokens - closing))
    return [...begun, ...tokens.slice(tokens.length - closing)]
  }
}

/** The number of special tokens after a text. */
function countClosing(tokenize: Tokenize): number {
  const bare = tokenize('a', { framed: false })
  const framed = tokenize('a', { framed: true })
  const last = bare.at(-1)
  return last === undefined ? 0 : framed.length - 1 - framed.lastIndexOf(last)
}
