import { setTimeout as wait } from 'node:timers/promises'
import type { Llama, LlamaModel } from 'node-llama-cpp'
import type { LoadMessage, ModelFacts } from '../protocol.js'
import { assertEmbeddingModel } from './assert-embedding-model.js'
import { ModelFileError } from './model-file-error.js'
import { readGgufHeader } from './read-gguf-header.js'
import { frameOf, frameTokens } from './token-frame.js'

/** Characters per token beyond which no real text goes; what is further on is not even tokenized. */
const mostCharactersPerToken = 100

/** A model ready to embed, one text at a time. */
export interface LoadedModel extends ModelFacts {
  /** The vector of a text, cut at the end of the context. */
  embed(text: string): Promise<Float32Array>
}

/**
 * Loads a GGUF file with the prebuilt code of llama.cpp that came with node-llama-cpp.
 * @throws ModelFileError when the file is damaged or not of an embedding model; other errors where the code does not run
 */
export async function loadModel({ modelPath, threads, contextSize }: LoadMessage): Promise<LoadedModel> {
  const header = readGgufHeader(modelPath)
  assertEmbeddingModel(header)
  const complaints: string[] = []
  const llama = await startLlama(threads, complaints)
  const model = await loadWeights(llama, { modelPath, complaints })
  const limit = Math.min(model.trainContextSize, contextSize)
  // Smaller batches than the context would embed long texts wrongly.
  const context = await model.createEmbeddingContext({ contextSize: limit, batchSize: limit, threads })
  const { bos, eos, sep, shouldPrependBosToken, shouldAppendEosToken } = model.tokens
  const frame = frameOf(model.vocabularyType, {
    bos,
    eos,
    sep,
    shouldPrependBosToken,
    // The library forgets it in vocabularies that have no beginning token.
    shouldAppendEosToken: shouldAppendEosToken || header.get('tokenizer.ggml.add_eos_token') === true,
  })
  const embed = async (text: string) => {
    const content = model.tokenize(text.slice(0, limit * mostCharactersPerToken))
    // The library wants one place of the context left over.
    const { vector } = await context.getEmbeddingFor(frameTokens(content, { frame, limit: limit - 1 }))
    return Float32Array.from(vector)
  }
  await assertSound(embed)
  return {
    name: String(header.get('general.name') ?? ''),
    dimensions: model.embeddingVectorSize,
    embed,
  }
}

/** Weights that rotted on the disk often make every vector NaN; also, the first text takes longer than the others. */
async function assertSound(embed: LoadedModel['embed']): Promise<void> {
  const vector = await embed('a text to try the model with')
  if (!vector.every(Number.isFinite)) throw new ModelFileError('it is damaged: its vectors are not numbers')
}

async function startLlama(threads: number, complaints: string[]): Promise<Llama> {
  const { getLlama, LlamaLogLevel } = await import('node-llama-cpp')
  return getLlama({
    // Graphics cards take longer to start than small models need; Apple's machines have no other build than theirs.
    gpu: { type: 'auto', exclude: ['cuda', 'vulkan'] },
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads: threads,
    logLevel: LlamaLogLevel.error,
    logger: (_, text) => void complaints.push(text),
  })
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
    throw reason === undefined
      ? error
      : new ModelFileError(reason.replace(/^.*error loading model: */s, '').trim())
  }
}
