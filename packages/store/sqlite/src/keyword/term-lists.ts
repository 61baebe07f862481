import type { ChunkTerms } from '@recallite/store'
import { parseNumberList, type SqlDatabase } from '../connection/sql-database.js'

interface Lists {
  /** The number of bytes of each list, and all lists concatenated. */
  readonly sizes: Uint8Array | null
  readonly words: Uint8Array | null
}

/** One row with all lists is read three times as fast as a row per list. A chunk without a list has no words. */
const listColumns = `CAST(group_concat(coalesce(length(list.words), 0)) AS BLOB) AS sizes,
CAST(group_concat(list.words, '') AS BLOB) AS words`

export const termListSql = `SELECT json_group_array(chunk.public_id) AS ids, ${listColumns}
FROM json_each(?) AS given
CROSS JOIN chunk ON chunk.public_id = given.value
LEFT JOIN chunk_word_list AS list ON list.chunk_id = chunk.id`

/** The same by row ids, without public ids; a row per list takes six times as long. */
export const rowListSql = `SELECT ${listColumns}
FROM json_each(?) AS given
LEFT JOIN chunk_word_list AS list ON list.chunk_id = given.value`

/** Reads the term lists of chunks by their ids. */
export function createTermListReader(database: SqlDatabase) {
  const lists = database.prepare<Lists & { ids: string }>(termListSql)
  return (ids: readonly string[]): ChunkTerms[] => {
    const row = lists.get(JSON.stringify(ids))
    if (!row) return []
    const split = splitLists(row)
    return JSON.parse(row.ids).map((id: string, index: number) => ({ id, termList: split[index] }))
  }
}

/** Reads the term lists of rows, in their order. */
export function createRowListReader(database: SqlDatabase) {
  const lists = database.prepare<Lists>(rowListSql)
  return (rows: readonly number[]): readonly Uint8Array[] => {
    const row = lists.get(`[${rows.join()}]`)
    return row ? splitLists(row) : []
  }
}

function splitLists({ sizes, words }: Lists): Uint8Array[] {
  const all = words ?? new Uint8Array()
  let start = 0
  return Array.from(parseNumberList(sizes), (size) => all.slice(start, (start += size)))
}
