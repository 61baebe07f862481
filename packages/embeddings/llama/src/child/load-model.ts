import { setTimeout as wait } from 'node:timers/promises'
import type { Llama, LlamaModel, Token as LlamaToken } from 'node-llama-cpp'
import type { LoadMessage, ModelFacts } from '../protocol.js'
import { type GgufHeader, readGgufHeader } from './read-gguf-header.js'
import { createRanker } from './create-ranker.js'
import { explain, Refusal } from './refusal.js'

type Embedder = (text: string) => Promise<Float32Array>

/** A model that is ready. */
export interface LoadedModel extends ModelFacts {
  /** The vector of a text; of a reranker, the score of a text and a query as a vector of one number. */
  readonly compute: (text: string, query: string) => Promise<Float32Array>
}

/**
 * Loads a GGUF file with the prebuilt llama.cpp of node-llama-cpp.
 * @throws Refusal if the file is damaged or no model for the task, or llama.cpp does not run here
 */
export async function loadModel(message: LoadMessage): Promise<LoadedModel> {
  const { task, modelPath, threads } = message
  const header = readGgufHeader(modelPath)
  if (task === 'embed') assertEmbeddingModel(header)
  const complaints: string[] = []
  const llama = await startLlama(threads, complaints)
  const model = await loadWeights(llama, { modelPath, complaints })
  const name = String(header.get('general.name') ?? '')
  if (task === 'rank') return { name, dimensions: 1, compute: await createRanker(model, message) }
  return {
    name,
    dimensions: model.embeddingVectorSize,
    compute: await createEmbedder(model, header, message),
  }
}

/** llama.cpp's `llama_pooling_type`: how token vectors become one. */
const pooling = { none: 0, mean: 1, cls: 2, last: 3, rank: 4 } as const

/**
 * Refuses other models than embedding models, which pool by mean, first or last token, or, if the file does not say,
 * have attention over the whole text.
 * @throws Refusal
 */
export function assertEmbeddingModel(header: GgufHeader): void {
  const architecture = String(header.get('general.architecture') ?? '')
  const type = header.get(`${architecture}.pooling_type`)
  if (type === pooling.rank) throw new Refusal('it is a model for reranking, not for embedding')
  const canPool = type === pooling.mean || type === pooling.cls || type === pooling.last
  if (canPool || header.get(`${architecture}.attention.causal`) === false) return
  throw new Refusal('it is a model that writes text, not one for embedding')
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

async function startLlama(threads: number, complaints: string[]): Promise<Llama> {
  try {
    const { getLlama, LlamaLogLevel } = await import('node-llama-cpp')
    return await getLlama({
      // Graphics cards take longer to start than small models need; Macs have no other build than theirs.
      gpu: { type: 'auto', exclude: ['cuda', 'vulkan'] },
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      maxThreads: threads,
      logLevel: LlamaLogLevel.error,
      logger: (_, text) => void complaints.push(text),
    })
  } catch (error) {
    const remedy = 'Install node-llama-cpp again, with its optional dependencies'
    throw new Refusal(`node-llama-cpp does not start here (${explain(error).reason})`, {
      remedy,
      cause: error,
    })
  }
}

async function loadWeights(
  llama: Llama,
  { modelPath, complaints }: { modelPath: string; complaints: readonly string[] },
): Promise<LlamaModel> {
  try {
    return await llama.loadModel({ modelPath })
  } catch (error) {
    // The log reports the reason a little later than the failure.
    await wait(100)
    const reason = complaints.findLast((line) => line.includes('error loading model:'))
    throw reason === undefined ? error : new Refusal(reason.replace(/^.*error loading model: */s, '').trim())
  }
}

/** No real text has more characters per token; what exceeds it is not tokenized. */
const mostCharactersPerToken = 100

/**
 * Creates an embedder and tests it on a text. It embeds one text at a time, cut at the end of the context.
 * @throws Refusal if the vectors are not numbers
 */
async function createEmbedder(
  model: LlamaModel,
  header: GgufHeader,
  { contextSize, threads }: Pick<LoadMessage, 'contextSize' | 'threads'>,
): Promise<Embedder> {
  const limit = Math.min(model.trainContextSize, contextSize)
  // With smaller batches than the context, long texts would be embedded wrongly.
  const context = await model.createEmbeddingContext({ contextSize: limit, batchSize: limit, threads })
  const frame = frameOfModel(model, header)
  const embed: Embedder = async (text) => {
    const content = model.tokenize(text.slice(0, limit * mostCharactersPerToken))
    // The library needs one free position in the context.
    const tokens = frameTokens(content, { frame, limit: limit - 1 })
    if (tokens.length === 0) throw new Refusal('the model has no tokens for it')
    const { vector } = await context.getEmbeddingFor(tokens)
    return Float32Array.from(vector)
  }
  // Corrupted weights often make every vector NaN. The first text also takes longest.
  const vector = await embed('a text to try the model with')
  if (!vector.every(Number.isFinite)) throw new Refusal('it is damaged: its vectors are not numbers')
  return embed
}

function frameOfModel({ vocabularyType, tokens }: LlamaModel, header: GgufHeader): TokenFrame<LlamaToken> {
  const { bos, eos, sep, shouldPrependBosToken, shouldAppendEosToken } = tokens
  // The library ignores the end token of vocabularies without a beginning.
  const appendsEos = shouldAppendEosToken || header.get('tokenizer.ggml.add_eos_token') === true
  return frameOf(vocabularyType, { bos, eos, sep, shouldPrependBosToken, shouldAppendEosToken: appendsEos })
}

function present<Token>(token: Token | null): Token[] {
  return token === null ? [] : [token]
}
