import { type SearchCondition, type SearchFilter, StoreError } from '@recallite/store'
import type { SqlValue } from '../sql-database.js'

type MetadataCondition = Extract<SearchCondition, { kind: 'metadata' }>

let compiler: typeof import('@recallite/filter') | undefined

/** Loads what compiles the conditions on metadata, if a filter has any: few searches do. */
export async function loadMetadataSql(filter: SearchFilter = []): Promise<void> {
  if (filter.some(({ kind }) => kind === 'metadata')) compiler ??= await import('@recallite/filter')
}

/** Selects the ids of the documents whose metadata match. The subquery gives the column the name that a compiled filter takes. */
export function metadataSql({ key, filter }: MetadataCondition): { sql: string; values: SqlValue[] } {
  if (!compiler) throw new StoreError('STORE_UNAVAILABLE', 'What compiles filters was not loaded.')
  const { sql, values } = compiler.compileFilter(filter, 'held.metadata')
  const column = key === undefined ? 'metadata' : 'metadata -> ?'
  return {
    sql: `SELECT held.id FROM (SELECT id, ${column} AS metadata FROM document) AS held WHERE ${sql}`,
    values: [...(key === undefined ? [] : [`$.${JSON.stringify(key)}`]), ...values],
  }
}
