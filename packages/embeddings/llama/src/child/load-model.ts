import { setTimeout as wait } from 'node:timers/promises'
import type { Llama, LlamaModel } from 'node-llama-cpp'
import type { LoadMessage, ModelFacts } from '../protocol.js'
import { assertEmbeddingModel } from './assert-embedding-model.js'
import { createEmbedder, type Embedder } from './create-embedder.js'
import { readGgufHeader } from './read-gguf-header.js'
import { explain, Refusal } from './refusal.js'

/** A model ready to embed. */
export interface LoadedModel extends ModelFacts {
  readonly embed: Embedder
}

/**
 * Loads a GGUF file with the prebuilt code of llama.cpp that came with node-llama-cpp.
 * @throws Refusal when the file is damaged or not of an embedding model, or the code does not run here
 */
export async function loadModel({ modelPath, threads, contextSize }: LoadMessage): Promise<LoadedModel> {
  const header = readGgufHeader(modelPath)
  assertEmbeddingModel(header)
  const complaints: string[] = []
  const llama = await startLlama(threads, complaints)
  const model = await loadWeights(llama, { modelPath, complaints })
  const embed = await createEmbedder(model, header, { contextSize, threads })
  return { name: String(header.get('general.name') ?? ''), dimensions: model.embeddingVectorSize, embed }
}

async function startLlama(threads: number, complaints: string[]): Promise<Llama> {
  try {
    const { getLlama, LlamaLogLevel } = await import('node-llama-cpp')
    return await getLlama({
      // Graphics cards take longer to start than small models need; Apple's machines have no other build than theirs.
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
    // The reason comes by the log, a little later than the failure.
    await wait(100)
    const reason = complaints.findLast((line) => line.includes('error loading model:'))
    throw reason === undefined ? error : new Refusal(reason.replace(/^.*error loading model: */s, '').trim())
  }
}
