import { setTimeout as wait } from 'node:timers/promises'
import {
  explain,
  mostParts,
  oneByOne,
  readablePart,
  Refusal,
  type ServedModel,
} from '@recallite/embeddings/process'
import type { Llama, LlamaModel, LlamaRankingContextOptions } from 'node-llama-cpp'
import type { LoadRequest } from '../open-gguf.js'
import { createEmbedders } from './create-embedders.js'

/** Bytes of short texts that are sent together, so that answers do not wait for messages. */
const batchBytes = 512

/**
 * Loads a GGUF file with the prebuilt llama.cpp of node-llama-cpp.
 * @throws Refusal if the file is damaged or no model for the task, or llama.cpp does not run here
 */
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

/** What a file says of its architecture. */
interface ArchitectureFacts {
  readonly pooling_type?: number | undefined
  readonly attention?: { readonly causal?: boolean }
}

/**
 * Refuses other models than embedding models, which pool by mean, first or last token, or, if the file does not say,
 * have attention over the whole text.
 * @throws Refusal
 */
export function assertEmbeddingModel({ pooling_type: type, attention }: ArchitectureFacts): void {
  if (type === pooling.rank) throw new Refusal('it is a model for reranking, not for embedding')
  const canPool = type === pooling.mean || type === pooling.cls || type === pooling.last
  if (canPool || attention?.causal === false) return
  throw new Refusal('it is a model that writes text, not one for embedding')
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
    const complaint = complaints.findLast((line) => line.includes('error loading model:'))
    const reason = complaint?.replace(/^.*error loading model: */s, '').trim()
    const unknown = `it is damaged, or of a format unknown here (${explain(error).reason})`
    throw new Refusal(reason ?? unknown, { cause: error })
  }
}

/** Scores a text against a query: a vector of one number, the probability that the text answers the query. */
export type Ranker = (text: string, query: string) => Promise<Float32Array>

/**
 * Creates a ranker and tries it on a text.
 * @throws Refusal if the model has no head that scores a query with a text, or its scores are not numbers
 */
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
  const tokenize = (text: string, most: number) => model.tokenize(readablePart(text, most)).slice(0, most)
  const rank: Ranker = async (text, query) => {
    const asked = tokenize(query, Math.floor(limit / 4))
    const before = prompt?.head.replace('{query}', () => model.detokenize(asked))
    const beginning = before === undefined ? asked : model.tokenize(before, true)
    const texts = tokenize((prompt?.space ?? '') + text, limit * mostParts)
    return Float32Array.of(await context.rank(beginning, texts, { onOverflow: 'maxChunk' }))
  }
  const [score = Number.NaN] = await rank('a text to try the model with', 'which text')
  if (!Number.isFinite(score)) throw new Refusal('it is damaged: its scores are not numbers')
  return rank
}

/**
 * The template of a model that is asked in words. node-llama-cpp tokenizes its parts apart from the query and the text; a model is
 * trained with the tokens of the whole, in which a space belongs to the word behind it, and a mark to the end of its line. So the
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
    // Models that read in both directions need a whole text in one batch.
    return await model.createRankingContext({ ...options, batchSize: contextSize })
  } catch (error) {
    const { reason } = explain(error)
    if (!/rankings? is not supported/i.test(reason)) throw error
    throw new Refusal('it is no reranker: it has no layer that scores a query with a text', {
      remedy: 'Choose a GGUF file of a reranker, such as bge-reranker-v2-m3',
      cause: error,
    })
  }
}
