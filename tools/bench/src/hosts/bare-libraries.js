/* The libraries of local models as their documentation shows them, at several settings. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repository } from '../run.js'

/** @typedef {(texts: readonly string[]) => Promise<readonly (readonly number[])[]>} EmbedAll vectors in the order of the texts */

const cores = availableParallelism()
const packages = join(repository, 'packages/embeddings/')

/**
 * Imports a library as a provider resolves it.
 * @param {'llama' | 'onnx'} provider
 * @param {string} library
 */
async function importOf(provider, library) {
  const file = createRequire(join(packages, provider, 'package.json')).resolve(library)
  const module = await import(pathToFileURL(file).href)
  // A CommonJS module is the default export.
  return module.default ?? module
}

/** Imports a built provider. @param {'llama' | 'onnx'} provider */
export function importProvider(provider) {
  return import(pathToFileURL(join(packages, provider, 'dist/index.js')).href)
}

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
    return llamaEmbedder(opened)
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
function llamaEmbedder(contexts) {
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

/**
 * ONNX Runtime and Hugging Face's tokenizers as their documentation shows them, at several settings: an embedder for each.
 * Texts are sorted by length, batches are padded and masked.
 * @param {string} folder
 * @returns {Promise<Record<string, EmbedAll>>}
 */
export async function openBareOnnx(folder) {
  const { InferenceSession, Tensor } = await importOf('onnx', 'onnxruntime-node')
  const { Tokenizer } = await importOf('onnx', '@huggingface/tokenizers')
  /** @param {string} file */
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const tokenizer = new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'))
  /** @param {string} text @returns {number[]} */
  const tokenize = (text) => tokenizer.encode(text).ids
  /** @param {number} threads @param {number} batch */
  const open = async (threads, batch) => {
    const path = join(folder, 'onnx/model_quantized.onnx')
    const session = await InferenceSession.create(path, { intraOpNumThreads: threads, logSeverityLevel: 4 })
    return onnxEmbedder({ tokenize, batch, run: (rows) => sumTokens({ session, Tensor }, rows) })
  }
  return {
    'one thread, one text': await open(1, 1),
    'one thread, batches of 8': await open(1, 8),
    'a thread for each core, one text': await open(cores, 1),
    'a thread for each core, batches of 8': await open(cores, 8),
  }
}

/**
 * @param {{ tokenize: (text: string) => number[], batch: number, run: (rows: number[][]) => Promise<number[][]> }} parts
 * @returns {EmbedAll}
 */
function onnxEmbedder({ tokenize, batch, run }) {
  return async (texts) => {
    const rows = texts.map((text, position) => ({ position, tokens: tokenize(text) }))
    const sorted = rows.toSorted((a, b) => a.tokens.length - b.tokens.length)
    /** @type {number[][]} */
    const vectors = []
    for (let start = 0; start < sorted.length; start += batch) {
      const part = sorted.slice(start, start + batch)
      const answers = await run(part.map(({ tokens }) => tokens))
      for (const [index, { position }] of part.entries()) vectors[position] = answers[index] ?? []
    }
    return vectors
  }
}

/**
 * Sums of the token vectors of each row.
 * @param {{ session: any, Tensor: any }} library
 * @param {readonly number[][]} rows
 */
async function sumTokens({ session, Tensor }, rows) {
  const length = Math.max(...rows.map((tokens) => tokens.length))
  /** @param {(token: number | undefined) => bigint} valueOf */
  const input = (valueOf) => {
    const values = rows.flatMap((tokens) => Array.from({ length }, (_, column) => valueOf(tokens[column])))
    return new Tensor('int64', BigInt64Array.from(values), [rows.length, length])
  }
  const { last_hidden_state: states } = await session.run({
    input_ids: input((token) => BigInt(token ?? 0)),
    attention_mask: input((token) => (token === undefined ? 0n : 1n)),
    token_type_ids: input(() => 0n),
  })
  const [, , dimensions] = states.dims
  return rows.map((tokens, row) => {
    const start = row * length * dimensions
    const sum = Array.from({ length: dimensions }, () => 0)
    for (let slot = 0; slot < tokens.length * dimensions; slot += 1)
      sum[slot % dimensions] = (sum[slot % dimensions] ?? 0) + states.data[start + slot]
    return sum
  })
}
