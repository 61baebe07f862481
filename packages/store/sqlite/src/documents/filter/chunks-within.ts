import type { SearchFilter } from '@recallite/store'
import { type DocumentKind, isOfKind } from '../document-kind.js'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { createGeneration } from '../status.js'

/** Gives the chunks that pass filters. */
export interface FilterReader {
  /** Loads what compiles filters, if there is one: few searches have any. */
  load(filter: SearchFilter | undefined): Promise<void>
  /**
   * The row ids of the chunks that pass a filter, for which `load` was called, as a JSON array; undefined if all do. To
   * make the list may take a look at every document: both retrievers ask for it, so the last one is kept until something changes.
   * @throws StoreError `STORE_INVALID_QUERY`
   */
  chunksWithin(filter?: SearchFilter): string | undefined
  /** The row ids of all chunks of the kind, in the same form. */
  allChunks(): string
}

/** Makes the reader of a database's filters, for chunks of a kind. */
export function createFilterReader(database: SqlDatabase, kind: DocumentKind = 'file'): FilterReader {
  const generation = createGeneration(database)
  let filters: typeof import('./filter-sql.js') | undefined
  let last = { key: '', ids: '' }

  function readChunks(filter: SearchFilter | undefined): string {
    if (filter && !filters) throw new TypeError('What compiles filters was not loaded.')
    const { sql, values } = (filter && filters?.filterSql(filter, database)) ?? { sql: 'TRUE', values: [] }
    const listed = `SELECT json_group_array(chunk.id) AS ids FROM chunk WHERE ${isOfKind('chunk.id', kind)} AND ${sql}`
    return database.prepare<{ ids: string }>(listed).get(...values)?.ids ?? '[]'
  }

  function read(filter?: SearchFilter): string {
    const key = `${generation()} ${JSON.stringify(filter)}`
    if (last.key !== key) last = { key, ids: readChunks(filter) }
    return last.ids
  }

  return {
    async load(filter) {
      if (filter) filters ??= await import('./filter-sql.js')
    },
    chunksWithin: (filter) => filter && read(filter),
    allChunks: () => read(),
  }
}
