import { encodeTermList } from '@recallite/keyword/ranking'
import type { NewChunk, Store } from '@recallite/store'

/** A chunk of these words, each its own form and stem, without inputs. */
export function sampleChunk(id: string, text: string, changes: Partial<NewChunk> = {}): NewChunk {
  const list = text.split(' ').map((word) => ({ form: word, stem: word }))
  const words = changes.words ?? { text: list, parts: [], place: [] }
  const span = { startLine: 1, endLine: 1, startColumn: null, endColumn: null }
  return { id, ...span, heading: [], text, tokens: 1, words, termList: encodeTermList(words), inputs: [], ...changes }
}

/** A document without its chunks. */
export function sampleDocument(path: string, metadata: Readonly<Record<string, unknown>> = {}) {
  const marks = { contentHash: 'h', fingerprint: 'f', stamp: 's', readAt: 1 }
  return { root: 'notes', path, title: path, metadata, ...marks }
}

/** Writes a document into the root `notes`. */
export async function putDocument(store: Store, path: string, chunks: readonly NewChunk[]): Promise<void> {
  await store.writeDocuments({ put: [{ document: sampleDocument(path), chunks }] })
}
