import { encodeTermList } from '@recallite/keyword/ranking'
import type { ChunkWords, IndexWord, NewChunk, Store, StoredDocument, WordRequest } from '@recallite/store'

export function sampleDocument(path: string, changes: Partial<StoredDocument> = {}): StoredDocument {
  const marks = { contentHash: 'hash', fingerprint: 'fingerprint', stamp: 'stamp', readAt: 1 }
  return { root: 'notes', path, title: 'Title', metadata: {}, ...marks, ...changes }
}

function listOf(words = ''): IndexWord[] {
  return words
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => ({ form: word, stem: word }))
}

/** Splits words at spaces; each word is its own form and stem. */
export function wordsOf(text: string, others: { parts?: string; place?: string } = {}): ChunkWords {
  return { text: listOf(text), parts: listOf(others.parts), place: listOf(others.place) }
}

/** A request for the chunks with a word. */
export function wordRequest(stem: string, limit = 100): WordRequest {
  return { query: { kind: 'word', stem }, limit }
}

export function sampleChunk(id: string, text: string, changes: Partial<NewChunk> = {}): NewChunk {
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null }
  const inputs = [{ prefix: '', from: 0, to: text.length }]
  const words = changes.words ?? wordsOf(text)
  return { id, ...place, heading: [], text, tokens: 1, words, termList: encodeTermList(words), inputs, ...changes }
}

export const plane = { provider: 'sample', model: 'plane', dimensions: 2, promptStyle: 'none' }

/** Adds the root `notes` with one document, `a.md`, with these chunks. */
export async function fill(store: Store, chunks: readonly NewChunk[]): Promise<void> {
  await store.putRoot({ name: 'notes', path: '/notes' })
  await store.writeDocuments({ put: [{ document: sampleDocument('a.md'), chunks }] })
}
