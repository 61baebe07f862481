import { EmbeddingError } from '@recallite/embeddings'
import type { OnnxSession, Tokenize } from './libraries.js'
import { pool, type Pooling } from './pooling.js'

/** Turns one text into its vector; rejects with what the library says where the network does not take its tokens. */
export type Embedder = (text: string) => Promise<Float32Array>

/** What the inputs of a network hold, by name: no token is padding, and all are of one text. */
const fillers: Readonly<Record<string, (tokens: readonly number[]) => BigInt64Array>> = {
  input_ids: (tokens) => BigInt64Array.from(tokens, BigInt),
  attention_mask: (tokens) => new BigInt64Array(tokens.length).fill(1n),
  token_type_ids: (tokens) => new BigInt64Array(tokens.length),
}

/** The vectors of tokens, by the names that exporters give them. */
const outputs = ['last_hidden_state', 'token_embeddings']

/** What of a network is pooled, or why it is none for embedding, as words that follow "cannot be used:". */
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

/** What an embedder is made of. */
interface EmbedderParts {
  readonly session: OnnxSession
  /** The tokens of a text, framed and cut. */
  readonly tokenize: (text: string) => readonly number[]
  readonly pooling: Pooling
  /** The name of the vectors of the tokens. */
  readonly output: string
}

/** Never used: `findOutput` refuses networks with other inputs. */
const noInput = new BigInt64Array()

/** Runs one text at a time: with weights of eight bits, the others of a batch would change the vector of a text. */
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

/** Characters per token beyond which no real text goes; what is further on is not even tokenized. */
const mostCharactersPerToken = 100

/** A tokenizer whose frames stay whole: a text that is too long loses tokens of its own, from its end. */
export function cutTokens(tokenize: Tokenize, maxTokens: number): (text: string) => readonly number[] {
  const closing = countClosing(tokenize)
  return (text) => {
    const tokens = tokenize(text.slice(0, maxTokens * mostCharactersPerToken), { framed: true })
    if (tokens.length <= maxTokens) return tokens
    const begun = tokens.slice(0, Math.max(0, maxTokens - closing))
    return [...begun, ...tokens.slice(tokens.length - closing)]
  }
}

/** How many tokens the frame puts after a text. */
function countClosing(tokenize: Tokenize): number {
  const bare = tokenize('a', { framed: false })
  const framed = tokenize('a', { framed: true })
  const last = bare.at(-1)
  return last === undefined ? 0 : framed.length - 1 - framed.lastIndexOf(last)
}
