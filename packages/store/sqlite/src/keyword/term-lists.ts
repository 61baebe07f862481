import type { ChunkTerms } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { parseNumberList } from './row-numbers.js'

interface Lists {
  readonly ids: string
  /** How many bytes each list has, and all lists one behind the other. */
  readonly sizes: Uint8Array | null
  readonly words: Uint8Array | null
}

/**
 * One row for all lists is read in a third of the time of a row for each; to SQLite a text is what bytes it has. A chunk
 * without a list is one without words.
 */
export const termListSql = `SELECT json_group_array(chunk.public_id) AS ids,
CAST(group_concat(coalesce(length(list.words), 0)) AS BLOB) AS sizes,
CAST(group_concat(list.words, '') AS BLOB) AS words
FROM json_each(?) AS wanted
CROSS JOIN chunk ON chunk.public_id = wanted.value
LEFT JOIN chunk_word_list AS list ON list.chunk_id = chunk.id`

/** Reads what chunks are scored by. */
export function createTermListReader(database: SqlDatabase) {
  const lists = database.prepare<Lists>(termListSql)
  return (ids: readonly string[]): ChunkTerms[] => {
    const found = lists.get(JSON.stringify(ids))
    return found ? toChunks(found) : []
  }
}

function toChunks({ ids, sizes, words }: Lists): ChunkTerms[] {
  const all = words ?? new Uint8Array()
  const allSizes = parseNumberList(sizes)
  let start = 0
  return JSON.parse(ids).map((id: string, index: number) => {
    const stop = start + (allSizes[index] ?? 0)
    const termList = all.subarray(start, stop)
    start = stop
    return { id, termList }
  })
}
