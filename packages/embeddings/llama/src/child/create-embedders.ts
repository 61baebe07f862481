import { readablePart, Refusal } from '@recallite/embeddings/process'
import type { LlamaModel, Token as LlamaToken } from 'node-llama-cpp'
import type { LoadRequest } from '../open-gguf.js'
import type { GgufHeader } from './read-gguf-header.js'

type Embedder = (text: string) => Promise<Float32Array>

/** The memory of all contexts together, in bytes. */
const contextMemory = 640_000_000
/** Node's thread pool, in which contexts compute, has four threads. */
const mostContexts = 4

/**
 * Creates embedders that may run at the same time, and tests one on a text. Each has a context of one thread, since threads of
 * one context wait for each other at every layer. An embedder embeds one text at a time, cut at the end of the context.
 * @throws Refusal if the vectors are not numbers
 */
export async function createEmbedders(
  model: LlamaModel,
  header: GgufHeader,
  { contextSize, threads }: Pick<LoadRequest, 'contextSize' | 'threads'>,
): Promise<readonly Embedder[]> {
  const limit = Math.min(model.trainContextSize, contextSize)
  const vocabulary = model.fileInfo.metadata.tokenizer?.ggml?.tokens?.length ?? 0
  const most = Math.min(mostContexts, Math.floor(contextMemory / bytesOfContext(vocabulary, limit)))
  const { contexts, threadsOfEach } = shareThreads(threads, most)
  const frame = frameOfModel(model, header)
  const create = () => createEmbedder(model, { frame, limit, threads: threadsOfEach })
  const first = await create()
  // Corrupted weights often make every vector NaN. The first text also takes longest.
  const vector = await first('a text to try the model with')
  if (!vector.every(Number.isFinite)) throw new Refusal('it is damaged: its vectors are not numbers')
  const others = await Promise.allSettled(Array.from({ length: contexts - 1 }, create))
  // Where memory is short, fewer contexts are enough.
  return [first, ...others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []))]
}

/**
 * What a context takes, in bytes: llama.cpp reserves a logit per word of the vocabulary for every token of a text, also for
 * models that embed, besides some 20 MB.
 */
export function bytesOfContext(vocabulary: number, contextSize: number): number {
  return 20_000_000 + vocabulary * contextSize * Float32Array.BYTES_PER_ELEMENT
}

/**
 * How many contexts there are, and the threads of each. Contexts of one thread, as many as there are threads, or as memory allows;
 * fewer contexts leave half of the threads free, since threads of one context that wait for a busy core are far slower than
 * fewer threads.
 * @param most contexts that memory allows; there is one in any case
 */
export function shareThreads(threads: number, most: number): { contexts: number; threadsOfEach: number } {
  const contexts = Math.max(1, Math.min(threads, most))
  const threadsOfEach = contexts === threads ? 1 : Math.max(1, Math.floor(threads / 2 / contexts))
  return { contexts, threadsOfEach }
}

async function createEmbedder(
  model: LlamaModel,
  { frame, limit, threads }: { frame: TokenFrame<LlamaToken>; limit: number; threads: number },
): Promise<Embedder> {
  // With smaller batches than the context, long texts would be embedded wrongly.
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

function frameOfModel({ vocabularyType, tokens }: LlamaModel, header: GgufHeader): TokenFrame<LlamaToken> {
  const { bos, eos, sep, shouldPrependBosToken, shouldAppendEosToken } = tokens
  // The library ignores the end token of vocabularies without a beginning.
  const appendsEos = shouldAppendEosToken || header.get('tokenizer.ggml.add_eos_token') === true
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
 * The tokens around every text by kind of vocabulary, as in llama.cpp (`llama_tokenize` in llama-vocab.cpp): WordPiece
 * (`wpm`, BERT) always has CLS and SEP, unigram (`ugm`, e5 and bge-m3) BOS if the file says so and always EOS, others
 * what the file says. node-llama-cpp omits the BOS of unigram texts.
 */
export function frameOf<Token>(vocabulary: string, tokens: SpecialTokens<Token>): TokenFrame<Token> {
  if (vocabulary === 'rwkv') return { begin: [], end: [] }
  if (vocabulary === 'wpm') return { begin: present(tokens.bos), end: present(tokens.sep) }
  const begin = tokens.shouldPrependBosToken ? present(tokens.bos) : []
  const end = vocabulary === 'ugm' || tokens.shouldAppendEosToken ? present(tokens.eos) : []
  return { begin, end }
}

/** The framed tokens of a text, which is cut so that all fit into the limit. */
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
