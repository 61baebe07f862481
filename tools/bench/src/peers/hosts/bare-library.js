/*
 * What is possible: one FTS5 query for any of the words over a bare table, and reading all numbers of the vectors out of memory.
 * node bare-library.js <data folder> <scratch folder> <the driver's file>
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { scanOf } from '../../scan-memory.js'
import { args, measureLibrary, scratch } from './library-host.js'

const Database = createRequire(import.meta.url)(args[0] ?? '')

await measureLibrary(async (chunks) => {
  const database = new Database(join(scratch, 'bare.sqlite'))
  database.pragma('journal_mode = WAL')
  database.exec("CREATE VIRTUAL TABLE note USING fts5 (words, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO note (words) VALUES (?)')
  database.transaction(() => {
    for (const { text } of chunks) insert.run(text)
  })()
  const search = database.prepare('SELECT rowid - 1 AS id FROM note WHERE note MATCH ? ORDER BY rank LIMIT ?')
  const scan = scanOf(chunks.length * (chunks[0]?.vector.length ?? 0))
  return {
    async byWords(words, limit) {
      const match = words.split(' ').map((word) => `"${word}"`)
      return search.all(match.join(' OR '), limit).map((/** @type {{ id: number }} */ { id }) => `${id}`)
    },
    async byVector() {
      await scan()
      return []
    },
  }
})
