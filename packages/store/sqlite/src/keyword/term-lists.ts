import type { ChunkTerms } from '@recallite/store'
import { parseNumberList, type SqlDatabase } from '../connection/sql-database.js'

interface Lists {
  readonly ids: string
  /** The number of bytes of each list, and all lists concatenated. */
  readonly sizes: Uint8Array | null
  readonly words: Uint8Array | null
}

/** One row with all lists is read three times as fast as a row per list. A chunk without a list has no words. */
const listColumns = `json_group_array(coalesce(chunk.public_id, '')) AS ids,
CAST(group_concat(coalesce(length(list.words), 0)) AS BLOB) AS sizes,
CAST(group_concat(list.words, '') AS BLOB) AS words`

export const termListSql = `SELECT ${listColumns}
FROM json_each(?) AS given
CROSS JOIN chunk ON chunk.public_id = given.value
LEFT JOIN chunk_word_list AS list ON list.chunk_id = chunk.id`

/** The same by row ids. */
export const rowListSql = `SELECT ${listColumns}
FROM json_each(?) AS given
LEFT JOIN chunk INDEXED BY chunk_by_id ON chunk.id = given.value
LEFT JOIN chunk_word_list AS list ON list.chunk_id = given.value`

/** Reads the term lists of chunks by their ids, or by their row ids with `rowListSql`, in the order of the existing ones. */
export function createTermListReader<Id = string>(database: SqlDatabase, sql = termListSql) {
  const lists = database.prepare<Lists>(sql)
  return (given: readonly Id[]): ChunkTerms[] => {
    const { ids = '[]', sizes = null, words } = lists.get(JSON.stringify(given)) ?? {}
    const all = words ?? new Uint8Array()
    const lengths = parseNumberList(sizes)
    let start = 0
    return JSON.parse(ids).map((id: string, index: number) => {
      return { id, termList: all.slice(start, (start += lengths[index] ?? 0)) }
    })
  }
}
