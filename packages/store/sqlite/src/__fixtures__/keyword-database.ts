import type { ChunkWords } from '@recallite/store'
import { onTestFinished } from 'vitest'
import { openConnection } from '../connection/connection.js'
import { createDocuments } from '../documents/documents.js'
import { migrate } from '../connection/schema-version.js'
import { createRoots } from '../documents/roots.js'
import type { SqlDatabase, SqlValue } from '../connection/sql-database.js'
import { sampleChunk, sampleDocument } from './samples.js'

/** Replaces the chunks of a root's only document; the ids are `<root>-<number>`. */
export function putChunks(database: SqlDatabase, chunks: readonly ChunkWords[], root = 'notes'): void {
  const roots = createRoots(database, 'file')
  roots.put({ name: root, path: `/${root}` })
  const document = sampleDocument('a.md', { root })
  const put = chunks.map((words, number) => sampleChunk(`${root}-${number}`, '', { words }))
  createDocuments(database, roots, { now: () => 0 }).write({ put: [{ document, chunks: put }] })
}

/** A database in memory with the root `notes` and its chunks, whose row ids are 1, 2, 3 … */
export function keywordDatabase(chunks: readonly ChunkWords[]): SqlDatabase {
  const { database } = openConnection({ path: ':memory:' })
  onTestFinished(() => void database.close())
  migrate(database)
  putChunks(database, chunks)
  return database
}

/** The same database, and the statements that were executed with `all` and `get`. */
export function recorded(database: SqlDatabase) {
  const statements: { readonly sql: string; readonly values: readonly SqlValue[] }[] = []
  const recording: SqlDatabase = {
    exec: (sql) => database.exec(sql),
    pragma: (sql, options) => database.pragma(sql, options),
    transaction: (work) => database.transaction(work),
    rewrite: () => database.rewrite(),
    close: () => database.close(),
    prepare<Row>(sql: string) {
      const statement = database.prepare<Row>(sql)
      const note = (values: readonly SqlValue[]) => statements.push({ sql, values })
      return {
        run: (...values) => statement.run(...values),
        get: (...values) => (note(values), statement.get(...values)),
        all: (...values) => (note(values), statement.all(...values)),
        iterate: (...values) => (note(values), statement.iterate(...values)),
      }
    },
  }
  return { database: recording, statements }
}
