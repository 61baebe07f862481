import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { importOf } from '../local-libraries.js'

const cores = availableParallelism()

/**
 * ONNX Runtime and Hugging Face's tokenizers as their documentation shows them, at several settings: an embedder for each.
 * Texts are sorted by length, batches are padded and masked.
 * @param {string} folder
 * @returns {Promise<Record<string, import('./bare-llama.js').EmbedAll>>}
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
    return embedderOf({ tokenize, batch, run: (rows) => sumTokens({ session, Tensor }, rows) })
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
 * @returns {import('./bare-llama.js').EmbedAll}
 */
function embedderOf({ tokenize, batch, run }) {
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
