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
export async function openBareLlama(modelPath: string): Promise<EmbedAll[]> {
  const { getLlama } = await importOf('llama', 'node-llama-cpp')
  // Remarks about the model would be written to the terminal.
  const quiet = { logLevel: 'error', build: 'never', skipDownload: true }
  const llama = await getLlama({ ...quiet, gpu: false, maxThreads: cores })
  const model = await llama.loadModel({ modelPath })
  const size = model.trainContextSize
  /** With so many contexts, and threads for each. */
  const open = async (contexts: number, threads: number) => {
    const opened = []
    for (let count = 0; count < contexts; count += 1)
      opened.push(await model.createEmbeddingContext({ contextSize: size, batchSize: size, threads }))
    return llamaEmbedder(opened)
  }
  return [await open(1, 1), await open(1, cores), await open(cores, 1)]
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
export async function openBareOnnx(folder: string): Promise<EmbedAll[]> {
  const { InferenceSession, Tensor } = await importOf('onnx', 'onnxruntime-node')
  const { Tokenizer } = await importOf('onnx', '@huggingface/tokenizers')
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const tokenizer = new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'))
  const open = async (threads: number, batch: number): Promise<EmbedAll> => {
    const path = join(folder, 'onnx/model_quantized.onnx')
    const session = await InferenceSession.create(path, { intraOpNumThreads: threads, logSeverityLevel: 4 })
    return async (texts) => {
      const rows = texts.map((text, position): Row => ({ position, tokens: tokenizer.encode(text).ids }))
      const sorted = rows.toSorted((a, b) => a.tokens.length - b.tokens.length)
      const vectors: number[][] = []
      for (let start = 0; start < sorted.length; start += batch) {
        const part = sorted.slice(start, start + batch)
        const { last_hidden_state: states } = await session.run(inputOf(part, Tensor))
        for (const [index, row] of part.entries()) vectors[row.position] = sumTokens(states, index, row)
      }
      return vectors
    }
  }
  return [await open(1, 1), await open(1, 8), await open(cores, 1), await open(cores, 8)]
}

/** A text as numbers. */
interface Row {
  readonly position: number
  readonly tokens: readonly number[]
}

/** What the model is given for some texts. */
function inputOf(
  rows: readonly Row[],
  Tensor: new (type: 'int64', values: BigInt64Array, shape: number[]) => unknown,
) {
  const length = Math.max(...rows.map(({ tokens }) => tokens.length))
  const input = (valueOf: (token: number | undefined) => bigint) => {
    const values = rows.flatMap(({ tokens }) =>
      Array.from({ length }, (_, column) => valueOf(tokens[column])),
    )
    return new Tensor('int64', BigInt64Array.from(values), [rows.length, length])
  }
  return {
    input_ids: input((token) => BigInt(token ?? 0)),
    attention_mask: input((token) => (token === undefined ? 0n : 1n)),
    token_type_ids: input(() => 0n),
  }
}

/** The sum of the vectors of a text's tokens. */
function sumTokens(
  { dims: [, length, dimensions], data }: { dims: [number, number, number]; data: Float32Array },
  row: number,
  { tokens }: Row,
): number[] {
  const start = row * length * dimensions
  const sum = Array.from({ length: dimensions }, () => 0)
  for (let index = 0; index < tokens.length * dimensions; index += 1)
    sum[index % dimensions] = (sum[index % dimensions] ?? 0) + (data[start + index] ?? 0)
  return sum
}
