// The documents of the tests with kills. A text follows from its document, version and number, so that every process can check it.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeTermList, encodeTermList, type TermList } from '@recallite/keyword/ranking'
import { StoreError, type ChunkWords, type NewChunk, type NewDocument, type NewVector } from '@recallite/store'

const dimensions = 16
export const space = { provider: 'test', model: 'digest', dimensions, promptStyle: 'none' }
/** Documents that all writers replace in turn. */
export const sharedDocuments = 5

const digest = (text: string) => createHash('sha256').update(text).digest()

/** From 18 to 22, so that the versions of a document differ in length. */
export const chunksOf = (name: string, version: string): number => 18 + (digest(`${name} ${version}`).readUInt8(0) % 5)

export const idsOf = (name: string, version: string): string[] =>
  Array.from({ length: chunksOf(name, version) }, (_, number) => `${name}-${version}-${number}`)

/** The document, the version and the number of a chunk. */
export function readId(id: string) {
  const [name = '', version = '', number] = id.split('-')
  return { name, version, number: Number(number) }
}

/** The text of a chunk. */
export function textOf(id: string): string {
  const { name, version, number } = readId(id)
  const words = [...digest(id).subarray(0, 12)].map((byte) => `word${byte % 50}`)
  const harbours = Array.from({ length: 1 + (number % 3) }, () => 'harbour')
  return [`document${name}`, `version${version}`, `part${number}`, ...harbours, ...words].join(' ')
}

function wordsOf(text: string): ChunkWords {
  return { text: text.split(' ').map((word) => ({ form: word, stem: word })), parts: [], place: [] }
}

/** The term list of a text, to score it. */
export const termListOf = (text: string): TermList => decodeTermList(encodeTermList(wordsOf(text)))

/** The vector of a text, of length 1. */
export function vectorOf(text: string): Float32Array {
  const bytes = digest(text)
  const numbers = Array.from({ length: dimensions }, (_, index) => bytes.readUInt16BE(2 * index) - 32_767.5)
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (number) => number / length)
}

/** A document as it is written. */
export function documentOf(name: string, version: string): NewDocument {
  const marks = { contentHash: version, fingerprint: 'f', stamp: version, readAt: 1 }
  return {
    document: { root: 'notes', path: `${name}.md`, title: name, metadata: {}, ...marks },
    chunks: idsOf(name, version).map((id, index) => chunkOf(id, textOf(id), index + 1)),
  }
}

function chunkOf(id: string, text: string, line: number): NewChunk {
  const span = { startLine: line, endLine: line, startColumn: null, endColumn: null }
  const words = wordsOf(text)
  const inputs = [{ prefix: '', from: 0, to: text.length }]
  return { id, ...span, heading: [], tokens: 4, text, words, termList: encodeTermList(words), inputs }
}

const keyOf = (text: string) => digest(text).subarray(0, 16).toString('hex')

export const vectorsOf = ({ chunks }: NewDocument): NewVector[] => chunks.map(({ text }) => ({ key: keyOf(text), vector: vectorOf(text) }))

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)

/** The cosine of two vectors. */
export function cosine(one: Float32Array, other: Float32Array): number {
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
}

export const say = (...parts: readonly (string | number)[]): void =>
  void process.stdout.write(`${parts.join(' ')}\n`)

/** Leaves time for the nodes, which share two processors with all clients. */
export const pause = (): Promise<void> => sleep(20)

/**
 * Repeats a call after retryable errors; prints `failed`, when the call began and when it failed, and the error. Prints `wrong` for
 * any other error of the store.
 */
export async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const began = Date.now()
    try {
      return await work()
    } catch (error) {
      if (!StoreError.isInstance(error)) throw error
      const message = `${error.code} ${error.message.replaceAll('\n', ' ')}`
      say('failed', began, Date.now(), message)
      if (!error.isRetryable) say('wrong', message)
      await sleep(200)
    }
  }
}
