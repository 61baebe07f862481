import { encodeTermList } from '@recallite/keyword-ranking'
import { createRequire } from 'node:module'
import { generateCorpus } from './generate-corpus.js'
import { driverPath } from './sqlite-driver.js'

/**
 * @typedef {object} LargeStore the same chunks, once in a store and once as bare words
 * @property {import('@recallite/store').Store} store
 * @property {import('@recallite/core').Memory} memory over the store, without a model
 * @property {typeof import('@recallite/analysis').parseQuery} parse reads a question
 * @property {(match: string) => number} count in how many chunks of the bare table an FTS5 expression matches
 * @property {(match: string) => number} search finds the best six by FTS5's own ranking; returns how many there were
 * @property {readonly import('./generate-corpus.js').Note[]} notes what the chunks are made of, one each
 */

const chunksPerDocument = 100
/** As the keyword retriever does: a title counts three times. */
const titleWeight = 3
const bestSix = 'SELECT rowid FROM note WHERE note MATCH ? ORDER BY rank LIMIT 6'

/** @param {string} path */
function openBareTable(path) {
  const Database = createRequire(import.meta.url)(driverPath)
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.exec("CREATE VIRTUAL TABLE note USING fts5 (words, content = '', tokenize = 'ascii')")
  const insert = database.prepare('INSERT INTO note (words) VALUES (?)')
  const addAll = database.transaction((/** @type {readonly string[]} */ texts) => {
    for (const text of texts) insert.run(text)
  })
  return { database, addAll }
}

/**
 * @param {import('@recallite/store').Store} store
 * @param {readonly { id: string, text: string }[]} chunks
 * @param {{ vectors: readonly Float32Array[], space: import('@recallite/embeddings').ModelIdentity }} embedded
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

/**
 * Writes generated notes, a chunk each, with the store's own writer and the words that an index has of them.
 * @param {import('./workspace.js').Workspace} space
 * @param {number} count of chunks
 * @param {{ vectors: readonly Float32Array[], space: import('@recallite/embeddings').ModelIdentity }} [embedded] a vector for each chunk
 * @returns {Promise<LargeStore>}
 */
export async function largeStore(space, count, embedded) {
  // Not built yet where the program only says how it is used.
  const { indexWords, parseQuery, pathWords } = await import('@recallite/analysis')
  const { createMemory } = await import('@recallite/core')
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: space.freshPath() })
  if (embedded) await store.putSpace(embedded.space)
  const { database, addAll } = openBareTable(space.freshPath())
  const notes = generateCorpus(count)
  await store.putRoot({ name: 'notes', path: space.corpus })
  const about = { title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '', readAt: 0 }
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [] }
  for (let start = 0; start < count; start += chunksPerDocument) {
    const path = `${start}.md`
    const chunks = notes.slice(start, start + chunksPerDocument).map(({ title, text }, index) => {
      const words = { ...indexWords(`${title}\n`.repeat(titleWeight) + text), place: pathWords(path) }
      return {
        ...place,
        id: `${start + index}`,
        text,
        inputs: embedded ? [{ prefix: '', from: 0, to: text.length }] : [],
        tokens: text.length,
        words,
        termList: encodeTermList(words),
      }
    })
    await store.writeDocuments({ put: [{ document: { ...about, root: 'notes', path }, chunks }] })
    if (embedded) await putVectors(store, chunks, embedded)
    addAll(chunks.map(({ words }) => words.text.map(({ stem }) => stem).join(' ')))
  }
  await store.maintenance.optimise()
  database.exec("INSERT INTO note (note) VALUES ('optimize')")
  const counting = database.prepare('SELECT count(*) FROM note WHERE note MATCH ?').pluck()
  const searching = database.prepare(bestSix)
  return {
    store,
    memory: createMemory({ store, freshness: 'none' }),
    count: (match) => counting.get(match),
    search: (match) => searching.all(match).length,
    parse: parseQuery,
    notes,
  }
}
