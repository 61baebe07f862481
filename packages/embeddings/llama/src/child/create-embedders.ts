import { readablePart, Refusal } from '@recallite/embeddings/process'
import type { LlamaModel, Token as LlamaToken } from 'node-llama-cpp'
import type { LoadRequest } from '../open-gguf.js'

type Embedder = (text: string) => Promise<Float32Array>

/** The memory limit of all contexts together, in bytes. */
const contextMemory = 640_000_000
/** Contexts compute in Node's thread pool, which has four threads. */
const maxContexts = 4

/**
 * Creates embedders that may run at the same time, and tests one. Each has a context of one thread, since threads of one
 * context wait for each other at every layer. Throws `Refusal` if the vectors are not numbers.
 */
export async function createEmbedders(
  model: LlamaModel,
  { contextSize, threads }: Pick<LoadRequest, 'contextSize' | 'threads'>,
): Promise<readonly Embedder[]> {
  const limit = Math.min(model.trainContextSize, contextSize)
  const vocabulary = model.fileInfo.metadata.tokenizer?.ggml?.tokens?.length ?? 0
  const limitByMemory = Math.min(maxContexts, Math.floor(contextMemory / bytesOfContext(vocabulary, limit)))
  const { contexts, threadsOfEach } = shareThreads(threads, limitByMemory)
  const frame = frameOfModel(model)
  const create = () => createEmbedder(model, { frame, limit, threads: threadsOfEach })
  const first = await create()
  // Corrupted weights often make every vector NaN. The first text also takes longest.
  const vector = await first('a text to try the model with')
  if (!vector.every(Number.isFinite)) throw new Refusal('it is damaged: its vectors are not numbers')
  const others = await Promise.allSettled(Array.from({ length: contexts - 1 }, create))
  // If memory is short, fewer contexts are enough.
  return [first, ...others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []))]
}

/**
 * The memory of a context in bytes: llama.cpp reserves a logit per word of the vocabulary and token, also for embedding
 * models, plus about 20 MB.
 */
export function bytesOfContext(vocabulary: number, contextSize: number): number {
  return 20_000_000 + vocabulary * contextSize * Float32Array.BYTES_PER_ELEMENT
}

/**
 * The number of contexts, at least 1 and at most `max`, and the threads of each: one context per thread if memory allows.
 * Fewer contexts leave half of the threads free, since threads of a context that wait for a busy core are far slower.
 */
export function shareThreads(threads: number, max: number): { contexts: number; threadsOfEach: number } {
  const contexts = Math.max(1, Math.min(threads, max))
  const threadsOfEach = contexts === threads ? 1 : Math.max(1, Math.floor(threads / 2 / contexts))
  return { contexts, threadsOfEach }
}

async function createEmbedder(
  model: LlamaModel,
  { frame, limit, threads }: { frame: TokenFrame<LlamaToken>; limit: number; threads: number },
): Promise<Embedder> {
  // If batches are smaller than the context, long texts are embedded wrongly.
  const context = await model.createEmbeddingContext({ contextSize: limit, batchSize: limit, threads })
  return async (text) => {
    const content = model.tokenize(readablePart(text, limit))
    // The library needs one free position in the context.
    const tokens = frameTokens(content, { frame, limit: limit - 1 })
    if (tokens.length === 0) throw new Refusal('the model has no tokens for it')
    const { vector } = await context.getEmbeddingFor(tokens)
    return Float32Array.from(vector)
  }
}

function frameOfModel({ vocabularyType, tokens, fileInfo }: LlamaModel): TokenFrame<LlamaToken> {
  const { bos, eos, sep, shouldPrependBosToken, shouldAppendEosToken } = tokens
  // The library ignores the end token of vocabularies without a beginning.
  const appendsEos = shouldAppendEosToken || fileInfo.metadata.tokenizer?.ggml?.add_eos_token === true
  return frameOf(vocabularyType, { bos, eos, sep, shouldPrependBosToken, shouldAppendEosToken: appendsEos })
}

export interface TokenFrame<Token> {
  readonly begin: readonly Token[]
  readonly end: readonly Token[]
}

interface SpecialTokens<Token> {
  readonly bos: Token | null
  readonly eos: Token | null
  readonly sep: Token | null
  readonly shouldPrependBosToken: boolean
  readonly shouldAppendEosToken: boolean
}

/**
 * The tokens around a text by kind of vocabulary, as in llama.cpp (`llama_tokenize` in llama-vocab.cpp): WordPiece (`wpm`,
 * BERT) always has CLS and SEP; unigram (`ugm`, e5, bge-m3) always EOS, and BOS if the file says so; others follow the
 * file. node-llama-cpp omits the BOS of unigram texts.
 */
export function frameOf<Token>(vocabulary: string, tokens: SpecialTokens<Token>): TokenFrame<Token> {
  if (vocabulary === 'rwkv') return { begin: [], end: [] }
  if (vocabulary === 'wpm') return { begin: present(tokens.bos), end: present(tokens.sep) }
  const begin = tokens.shouldPrependBosToken ? present(tokens.bos) : []
  const end = vocabulary === 'ugm' || tokens.shouldAppendEosToken ? present(tokens.eos) : []
  return { begin, end }
}

/** Frames the tokens of a text, and cuts the text so that all fit into the limit. */
export function frameTokens<Token>(
  content: readonly Token[],
  { frame, limit }: { frame: TokenFrame<Token>; limit: number },
): Token[] {
  const room = Math.max(0, limit - frame.begin.length - frame.end.length)
  return [...frame.begin, ...content.slice(0, room), ...frame.end]
}

function present<Token>(token: Token | null): Token[] {
  return token === null ? [] : [token]
}
