import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from '../benchmark-error.js'
import { runTimed } from '../run-timed.js'

const host = fileURLToPath(new URL('../embedding-host.js', import.meta.url))
/** Models are kept beside the checkout, never in it. */
const models = fileURLToPath(new URL('../../../../../shared/models/', import.meta.url))

const mostNotes = 10
const longestText = 900
const pieceLength = 300
const leastCosine = 0.999
/** At least .95 of the bare library's texts per second. */
const bound = { factor: 1 / 0.95, extra: 0 }

/** @typedef {{ time: number, bareTimes: Record<string, number>, leastCosine: number }} Measured */

/** GGUF: the provider computes on all cores, with the vectors of the bare library. @type {import('../benchmark-table.js').Benchmark} */
export const localEmbedding = {
  name: 'local-embedding',
  what: 'chunks and their pieces are embedded by all-MiniLM-L6-v2.q8_0.gguf through @recallite/embeddings-llama',
  comparedWith: 'bare node-llama-cpp at the best of three settings',
  bound,
  prepare: (space) => prepare(space, ['llama', 'all-MiniLM-L6-v2.q8_0.gguf']),
}

/** ONNX likewise. @type {import('../benchmark-table.js').Benchmark} */
export const localEmbeddingOnnx = {
  name: 'local-embedding-onnx',
  what: 'chunks and their pieces are embedded by all-MiniLM-L6-v2-onnx through @recallite/embeddings-onnx',
  comparedWith: 'bare ONNX Runtime at the best of four settings',
  bound,
  prepare: (space) => prepare(space, ['onnx', 'all-MiniLM-L6-v2-onnx']),
}

/**
 * @param {import('../workspace.js').Workspace} space
 * @param {readonly [provider: string, model: string]} subject
 * @returns {Promise<import('../benchmark-table.js').Prepared>}
 */
async function prepare({ notes, folder }, [provider, name]) {
  const model = join(models, name)
  if (!existsSync(model)) throw new BenchmarkError('NO_MODEL', `This benchmark needs ${model}.`)
  const texts = join(folder, `${provider}-texts.json`)
  writeFileSync(texts, JSON.stringify(notes.slice(0, mostNotes).flatMap(({ text }) => textsOf(text))))
  /** @type {Measured | undefined} */
  let measured
  const run = async () => {
    const { stdout } = await runTimed([host, provider, model, texts], { home: folder })
    /** @type {Measured} */
    const result = JSON.parse(stdout)
    if (result.leastCosine >= leastCosine) return result
    throw new BenchmarkError(
      'WRONG_RESULT',
      `A vector has a cosine of ${result.leastCosine} to the bare library's.`,
    )
  }
  return {
    baseline: async () => Math.min(...Object.values((measured = await run()).bareTimes)),
    subject: async () => (measured ?? (await run())).time,
  }
}

/** A chunk and its pieces, as an index has them. @param {string} note */
function textsOf(note) {
  const chunk = note.slice(0, longestText)
  const starts = Array.from(
    { length: Math.ceil(chunk.length / pieceLength) },
    (_, piece) => piece * pieceLength,
  )
  const pieces = starts.map((start) => chunk.slice(start, start + pieceLength).trim())
  return [chunk, ...pieces].filter((text) => text !== '')
}
