/* The libraries of local models as their documentation shows them, at several settings. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repository } from '../run.ts'

/** Vectors in the order of the texts. */
export type EmbedAll = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

const cores = availableParallelism()
const packages = join(repository, 'packages/embeddings/')

/** Imports a library as a provider resolves it. */
async function importOf(provider: 'llama' | 'onnx', library: string) {
  const file = createRequire(join(packages, provider, 'package.json')).resolve(library)
  const module = await import(pathToFileURL(file).href)
  // A CommonJS module is the default export.
  return module.default ?? module
}

/** Imports a built provider. */
export function importProvider(provider: 'llama' | 'onnx') {
  return import(pathToFileURL(join(packages, provider, 'dist/index.js')).href)
}

/** node-llama-cpp as its documentation shows it, at several settings: an embedder for each. */
export async function openBareLlama(modelPath: string): Promise<Record<string, EmbedAll>> {
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
  const open = async (contexts: number, threads: number) => {
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

function llamaEmbedder(
  contexts: readonly { getEmbeddingFor(text: string): Promise<{ vector: readonly number[] }> }[],
): EmbedAll {
  return async (texts) => {
    const vectors: (readonly number[])[] = []
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
 */
export async function openBareOnnx(folder: string): Promise<Record<string, EmbedAll>> {
  const { InferenceSession, Tensor } = await importOf('onnx', 'onnxruntime-node')
  const { Tokenizer } = await importOf('onnx', '@huggingface/tokenizers')
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const tokenizer = new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'))
  const tokenize = (text: string): number[] => tokenizer.encode(text).ids
  const open = async (threads: number, batch: number) => {
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

function onnxEmbedder({
  tokenize,
  batch,
  run,
}: {
  tokenize: (text: string) => number[]
  batch: number
  run: (rows: number[][]) => Promise<number[][]>
}): EmbedAll {
  return async (texts) => {
    const rows = texts.map((text, position) => ({ position, tokens: tokenize(text) }))
    const sorted = rows.toSorted((a, b) => a.tokens.length - b.tokens.length)
    const vectors: number[][] = []
    for (let start = 0; start < sorted.length; start += batch) {
      const part = sorted.slice(start, start + batch)
      const answers = await run(part.map(({ tokens }) => tokens))
      for (const [index, { position }] of part.entries()) vectors[position] = answers[index] ?? []
    }
    return vectors
  }
}

interface OnnxLibrary {
  readonly session: { run(input: Record<string, unknown>): Promise<{ last_hidden_state: States }> }
  readonly Tensor: new (type: 'int64', values: BigInt64Array, shape: number[]) => unknown
}

interface States {
  readonly dims: [number, number, number]
  readonly data: Float32Array
}

/** Sums of the token vectors of each row. */
async function sumTokens({ session, Tensor }: OnnxLibrary, rows: readonly number[][]) {
  const length = Math.max(...rows.map((tokens) => tokens.length))
  const input = (valueOf: (token: number | undefined) => bigint) => {
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
      sum[slot % dimensions] = (sum[slot % dimensions] ?? 0) + (states.data[start + slot] ?? 0)
    return sum
  })
}
