import { setTimeout as wait } from 'node:timers/promises'
import {
  explain,
  maxParts,
  oneByOne,
  readablePart,
  Refusal,
  type ServedModel,
} from '@recallite/embeddings/process'
import type { Llama, LlamaModel, LlamaRankingContextOptions } from 'node-llama-cpp'
import type { LoadRequest } from '../open-gguf.js'
import { createEmbedders } from './create-embedders.js'

/** Bytes of short texts sent together, so that answers do not wait for messages. */
const batchBytes = 512

/** Loads a GGUF file with the prebuilt llama.cpp of node-llama-cpp. Rejects with a `Refusal`. */
export async function loadModel(request: LoadRequest): Promise<ServedModel> {
  const { task, modelPath, threads } = request
  const complaints: string[] = []
  const llama = await startLlama(threads, complaints)
  const model = await loadWeights(llama, { modelPath, complaints })
  if (task === 'embed') assertEmbeddingModel(model.fileInfo.architectureMetadata)
  const name = model.fileInfo.metadata.general.name ?? ''
  if (task === 'rank') {
    const rank = await createRanker(model, request)
    return { name, dimensions: 1, batchBytes: 1, lanes: [oneByOne(rank)] }
  }
  const embedders = await createEmbedders(model, request)
  const lanes = embedders.map((embed) => oneByOne(embed))
  return { name, dimensions: model.embeddingVectorSize, batchBytes, lanes }
}

/** llama.cpp's `llama_pooling_type`: how token vectors become one. */
const pooling = { none: 0, mean: 1, cls: 2, last: 3, rank: 4 } as const

interface ArchitectureFacts {
  readonly pooling_type?: number | undefined
  readonly attention?: { readonly causal?: boolean }
}

/** Throws `Refusal` unless the model pools by mean, first or last token or, if the file does not say, attends to the whole text. */
export function assertEmbeddingModel({ pooling_type: type, attention }: ArchitectureFacts): void {
  if (type === pooling.rank) throw new Refusal('it is a model for reranking, not an embedding model')
  const canPool = type === pooling.mean || type === pooling.cls || type === pooling.last
  if (canPool || attention?.causal === false) return
  throw new Refusal('it is a model that generates text, not an embedding model')
}

async function startLlama(threads: number, complaints: string[]): Promise<Llama> {
  try {
    const { getLlama, LlamaLogLevel } = await import('node-llama-cpp')
    return await getLlama({
      // Graphics cards take longer to start than small models need; on Macs there is no other build.
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
    // The reason is logged slightly after the failure.
    await wait(100)
    const complaint = complaints.findLast((line) => line.includes('error loading model:'))
    const reason = complaint?.replace(/^.*error loading model: */s, '').trim()
    const unknown = `it is damaged or of an unsupported format (${explain(error).reason})`
    throw new Refusal(reason ?? unknown, { cause: error })
  }
}

/** Returns a vector of one number: the probability that the text answers the query. */
export type Ranker = (text: string, query: string) => Promise<Float32Array>

/** Creates a ranker and tests it. Throws `Refusal` if the model has no ranking head or its scores are not numbers. */
export async function createRanker(
  model: LlamaModel,
  { contextSize, threads }: Pick<LoadRequest, 'contextSize' | 'threads'>,
): Promise<Ranker> {
  const limit = Math.min(model.trainContextSize, contextSize)
  const prompt = readTemplate(model.fileInfo.metadata.tokenizer?.['chat_template.rerank'])
  const context = await createContext(model, {
    contextSize: limit,
    threads,
    ...(prompt && { template: prompt.template }),
  })
  const tokenize = (text: string, max: number) => model.tokenize(readablePart(text, max)).slice(0, max)
  const rank: Ranker = async (text, query) => {
    const queryTokens = tokenize(query, Math.floor(limit / 4))
    const before = prompt?.head.replace('{query}', () => model.detokenize(queryTokens))
    const beginning = before === undefined ? queryTokens : model.tokenize(before, true)
    const texts = tokenize((prompt?.space ?? '') + text, limit * maxParts)
    return Float32Array.of(await context.rank(beginning, texts, { onOverflow: 'maxChunk' }))
  }
  const [score = Number.NaN] = await rank('a text to try the model with', 'which text')
  if (!Number.isFinite(score)) throw new Refusal('it is damaged: its scores are not numbers')
  return rank
}

/**
 * The template of a model with a text prompt. node-llama-cpp tokenizes its parts apart from query and text, but models are
 * trained with the tokens of the whole, in which a space belongs to the next word and punctuation to the line end. So the
 * query is put into the beginning, and the last space before the text.
 */
function readTemplate(template: string | undefined) {
  const [head = '', tail = ''] = template?.split('{document}') ?? []
  if (!head.includes('{query}')) return undefined
  const space = head.endsWith(' ') ? ' ' : ''
  return {
    head: head.slice(0, head.length - space.length),
    space,
    template: `{{query}}{{document}}${tail}` as const,
  }
}

async function createContext(
  model: LlamaModel,
  options: LlamaRankingContextOptions & { contextSize: number },
) {
  const { contextSize } = options
  try {
    // Bidirectional models need a whole text in one batch.
    return await model.createRankingContext({ ...options, batchSize: contextSize })
  } catch (error) {
    const { reason } = explain(error)
    if (!/rankings? is not supported/i.test(reason)) throw error
    throw new Refusal('it is not a reranker: it has no layer that scores a query with a text', {
      remedy: 'Choose a GGUF file of a reranker, such as bge-reranker-v2-m3',
      cause: error,
    })
  }
}
