import { encodeTermList } from '@recallite/keyword-ranking'

/**
 * @typedef {object} Embedded a vector for each chunk
 * @property {readonly Float32Array[]} vectors
 * @property {import('@recallite/embeddings').ModelIdentity} space
 */

/** @typedef {import('@recallite/store').NewChunk} NewChunk */

/**
 * @typedef {object} WriteOptions
 * @property {Embedded | undefined} [embedded]
 * @property {((chunks: readonly NewChunk[]) => void) | undefined} [onChunks] sees what is written
 * @property {number | undefined} [chunksPerDocument]
 */

const usualChunksPerDocument = 100
/** As the keyword retriever does: a title counts three times. */
const titleWeight = 3

/**
 * Writes notes, a chunk each whose id is its number, with the store's own writer and the words that an index has of them.
 * @param {import('@recallite/store').Store} store
 * @param {readonly { title: string, text: string }[]} notes
 * @param {WriteOptions} [options]
 */
export async function writeChunks(store, notes, options = {}) {
  const { embedded, onChunks, chunksPerDocument = usualChunksPerDocument } = options
  // Not built yet where a program only says how it is used.
  const { indexWords, pathWords } = await import('@recallite/analysis')
  const about = { title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '', readAt: 0 }
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [] }
  await store.putRoot({ name: 'notes', path: '/notes' })
  if (embedded) await store.putSpace(embedded.space)
  for (let start = 0; start < notes.length; start += chunksPerDocument) {
    const path = `${start}.md`
    const chunks = notes.slice(start, start + chunksPerDocument).map(({ title, text }, index) => {
      const words = { ...indexWords(`${title}\n`.repeat(titleWeight) + text), place: pathWords(path) }
      const inputs = embedded ? [{ prefix: '', from: 0, to: text.length }] : []
      const termList = encodeTermList(words)
      return { ...place, id: `${start + index}`, text, inputs, tokens: text.length, words, termList }
    })
    await store.writeDocuments({ put: [{ document: { ...about, root: 'notes', path }, chunks }] })
    if (embedded) await putVectors(store, chunks, embedded)
    onChunks?.(chunks)
  }
  await store.maintenance?.optimise()
}

/**
 * @param {import('@recallite/store').Store} store
 * @param {readonly NewChunk[]} chunks
 * @param {Embedded} embedded
 */
async function putVectors(store, chunks, { vectors, space }) {
  const numbers = new Map(chunks.map(({ id, text }) => [text, Number(id)]))
  const pending = await store.pendingTexts(space, { limit: chunks.length })
  const entries = pending.map(({ key, text }) => ({
    key,
    vector: vectors[numbers.get(text) ?? -1] ?? new Float32Array(),
  }))
  await store.putVectors(space, entries)
}
