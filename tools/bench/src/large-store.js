import { createRequire } from 'node:module'
import { generateCorpus } from './generate-corpus.js'
import { driverPath } from './sqlite-driver.js'
import { writeChunks } from './write-chunks.js'

/**
 * @typedef {object} LargeStore the same chunks, once in a store and once as bare words
 * @property {import('@recallite/store').Store} store
 * @property {import('@recallite/core').Memory} memory over the store, without a model
 * @property {typeof import('@recallite/analysis').parseQuery} parse reads a question
 * @property {(match: string) => number} count in how many chunks of the bare table an FTS5 expression matches
 * @property {(match: string) => number} search finds the best six by FTS5's own ranking; returns how many there were
 * @property {readonly import('./generate-corpus.js').Note[]} notes what the chunks are made of, one each
 */

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
 * Writes generated notes, a chunk each, with the store's own writer and the words that an index has of them.
 * @param {import('./workspace.js').Workspace} space
 * @param {number} count of chunks
 * @param {import('./write-chunks.js').Embedded} [embedded]
 * @returns {Promise<LargeStore>}
 */
export async function largeStore(space, count, embedded) {
  // Not built yet where the program only says how it is used.
  const { parseQuery } = await import('@recallite/analysis')
  const { createMemory } = await import('@recallite/core')
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: space.freshPath() })
  const { database, addAll } = openBareTable(space.freshPath())
  const notes = generateCorpus(count)
  const onChunks = (/** @type {readonly import('@recallite/store').NewChunk[]} */ chunks) =>
    addAll(chunks.map(({ words }) => words.text.map(({ stem }) => stem).join(' ')))
  await writeChunks(store, notes, { embedded, onChunks })
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
