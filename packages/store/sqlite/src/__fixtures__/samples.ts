import type { NewChunk, Store, StoredDocument } from '@recallite/store'

export function sampleDocument(path: string, changes: Partial<StoredDocument> = {}): StoredDocument {
  const marks = { contentHash: 'hash', recipe: 'recipe', stamp: 'stamp', readAt: 1 }
  return { root: 'notes', path, title: 'Title', metadata: {}, ...marks, ...changes }
}

export function sampleChunk(id: string, text: string, changes: Partial<NewChunk> = {}): NewChunk {
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null }
  const inputs = [{ prefix: '', from: 0, to: text.length }]
  return { id, ...place, heading: [], text, tokens: 1, words: text, inputs, ...changes }
}

export const plane = { provider: 'sample', model: 'plane', dimensions: 2, promptStyle: 'none' }

/** Adds the root `notes` with one document, `a.md`, of these chunks. */
export async function fill(store: Store, chunks: readonly NewChunk[]): Promise<void> {
  await store.addRoot({ name: 'notes', path: '/notes' })
  await store.replaceDocument(sampleDocument('a.md'), chunks)
}
