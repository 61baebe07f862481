import { availableParallelism } from 'node:os'
import { importOf } from '../local-libraries.js'

/** @typedef {(texts: readonly string[]) => Promise<readonly (readonly number[])[]>} EmbedAll vectors in the order of the texts */

const cores = availableParallelism()

/**
 * node-llama-cpp as its documentation shows it, at several settings: an embedder for each.
 * @param {string} modelPath
 * @returns {Promise<Record<string, EmbedAll>>}
 */
export async function openBareLlama(modelPath) {
  const { getLlama } = await importOf('llama', 'node-llama-cpp')
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: cores,
    // Remarks about the model would be written to the terminal.
    logLevel: 'error',
  })
  const model = await llama.loadModel({ modelPath })
  const size = model.trainContextSize
  /** @param {number} contexts @param {number} threads */
  const open = async (contexts, threads) => {
    const opened = []
    for (let count = 0; count < contexts; count += 1)
      opened.push(await model.createEmbeddingContext({ contextSize: size, batchSize: size, threads }))
    return embedderOf(opened)
  }
  return {
    'one context, one thread': await open(1, 1),
    'one context, a thread for each core': await open(1, cores),
    'a context of one thread for each core': await open(cores, 1),
  }
}

/**
 * @param {readonly { getEmbeddingFor(text: string): Promise<{ vector: readonly number[] }> }[]} contexts
 * @returns {EmbedAll}
 */
function embedderOf(contexts) {
  return async (texts) => {
    /** @type {(readonly number[])[]} */
    const vectors = []
    const waiting = texts.entries()
    const work = contexts.map(async (context) => {
      for (const [position, text] of waiting) vectors[position] = (await context.getEmbeddingFor(text)).vector
    })
    await Promise.all(work)
    return vectors
  }
}
