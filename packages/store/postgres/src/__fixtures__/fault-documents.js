// The documents of the test with kills: the content follows from the name, so that every process can check it.
import { createHash } from 'node:crypto'

export const dimensions = 16
export const space = { provider: 'test', model: 'digest', dimensions, promptStyle: 'none' }
export const chunksOfDocument = 3
/** Documents that all writers replace in turn. */
export const sharedDocuments = 5

/** The one vector of a text. */
export function vectorOf(text) {
  const bytes = createHash('sha256').update(text).digest()
  return Float32Array.from({ length: dimensions }, (_, index) => bytes.readUInt16BE(2 * index) - 32_767.5)
}

const keyOf = (text) => createHash('sha256').update(text).digest().subarray(0, 16).toString('hex')

export const idsOf = (name) => Array.from({ length: chunksOfDocument }, (_, index) => `${name}p${index}`)

/** The text of a part; the version is that of the whole document. */
export const textOf = (name, index, version) => `document${name} part${index} version${version} harbour`

export const versionOf = (text) => / version(\S+) /u.exec(text)?.[1]

/** A document, as it is written. */
export function documentOf(name, version) {
  const marks = { contentHash: String(version), fingerprint: 'f', stamp: String(version), readAt: 1 }
  return {
    document: { root: 'notes', path: `${name}.md`, title: name, metadata: {}, ...marks },
    chunks: idsOf(name).map((id, index) => chunkOf(id, textOf(name, index, version))),
  }
}

export const vectorsOf = ({ chunks }) => chunks.map(({ text }) => ({ key: keyOf(text), vector: vectorOf(text) }))

function chunkOf(id, text) {
  const words = { text: text.split(' ').map((word) => ({ form: word, stem: word })), parts: [], place: [] }
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [], tokens: 4 }
  const inputs = [{ prefix: '', from: 0, to: text.length }]
  return { id, ...place, text, words, termList: new Uint8Array([1, 2, 3]), inputs }
}

const dot = (one, other) => one.reduce((sum, value, index) => sum + value * other[index], 0)

/** The cosine of two vectors. */
export function cosine(one, other) {
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
}

/** Repeats a call after retryable errors; prints `again` and the error's code each time. */
export async function untilDone(work) {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error?.isRetryable !== true) throw error
      process.stdout.write(`again ${error.code}\n`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
