import { setTimeout as wait } from 'node:timers/promises'
import {
  answerOneByOne,
  type ComputeTexts,
  explain,
  Refusal,
  type ServedModel,
} from '@recallite/embeddings/process'
import type { Llama, LlamaModel } from 'node-llama-cpp'
import type { LoadRequest } from '../open-gguf.js'
import { createEmbedders } from './create-embedders.js'
import { createRanker } from './create-ranker.js'
import { type GgufHeader, readGgufHeader } from './read-gguf-header.js'

/** Bytes of short texts that are sent together, so that answers do not wait for messages. */
const batchBytes = 512

/**
 * Loads a GGUF file with the prebuilt llama.cpp of node-llama-cpp.
 * @throws Refusal if the file is damaged or no model for the task, or llama.cpp does not run here
 */
export async function loadModel(request: LoadRequest): Promise<ServedModel> {
  const { task, modelPath, threads } = request
  const header = readGgufHeader(modelPath)
  if (task === 'embed') assertEmbeddingModel(header)
  const complaints: string[] = []
  const llama = await startLlama(threads, complaints)
  const model = await loadWeights(llama, { modelPath, complaints })
  const name = String(header.get('general.name') ?? '')
  if (task === 'rank') {
    const rank = await createRanker(model, request)
    const lane: ComputeTexts = (texts, query = '') => answerOneByOne(texts, (text) => rank(text, query))
    return { name, dimensions: 1, batchBytes: 1, lanes: [lane] }
  }
  const embedders = await createEmbedders(model, header, request)
  const lanes = embedders.map(
    (embed): ComputeTexts =>
      (texts) =>
        answerOneByOne(texts, embed),
  )
  return { name, dimensions: model.embeddingVectorSize, batchBytes, lanes }
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
