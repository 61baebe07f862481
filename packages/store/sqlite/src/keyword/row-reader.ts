import type { KeywordQuery } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { queryToken } from './index-writer.js'
import { matchExpression } from './match-expression.js'
import { countRows, parseNumberList, type RowNumbers } from './row-numbers.js'
import { createVocabularyTables, instanceTable } from './vocabulary.js'

const matching = 'FROM chunk_words WHERE chunk_words MATCH ?'

/** The statements that ask the index for rows. One list of all rows is read six times as fast as a row for each. */
export const rowSql = {
  matches: `SELECT CAST(group_concat(rowid) AS BLOB) AS rows ${matching}`,
  /** Each row as often as the word stands in it. */
  instances: `SELECT CAST(group_concat(doc) AS BLOB) AS rows FROM ${instanceTable} WHERE term = ?`,
  best: `SELECT rowid AS row ${matching} ORDER BY rank LIMIT ?`,
  /** Ordered by `rank`, FTS5 would rank all rows before any is left out. */
  bestWithin: `SELECT rowid AS row ${matching} AND +rowid IN (SELECT value FROM json_each(?))
ORDER BY bm25(chunk_words), rowid LIMIT ?`,
  /** By an index that has nothing else: the lists themselves are large. */
  lengths: `SELECT CAST(group_concat(list.chunk_id) AS BLOB) AS rows, CAST(group_concat(list.length) AS BLOB) AS numbers
FROM chunk_word_list AS list INDEXED BY chunk_word_list_by_length ORDER BY list.chunk_id`,
  lengthsOf: `SELECT CAST(group_concat(coalesce(list.length, 0)) AS BLOB) AS numbers
FROM json_each(?) AS wanted
LEFT JOIN chunk_word_list AS list INDEXED BY chunk_word_list_by_length ON list.chunk_id = wanted.value`,
}

/** The list of an aggregate: null of no rows. */
type NumberList = Uint8Array | null

/** Asks the index for rows. */
export function createRowReader(database: SqlDatabase) {
  createVocabularyTables(database)
  const matches = database.prepare<{ rows: NumberList }>(rowSql.matches)
  const instances = database.prepare<{ rows: NumberList }>(rowSql.instances)
  const best = database.prepare<{ row: number }>(rowSql.best)
  const bestWithin = database.prepare<{ row: number }>(rowSql.bestWithin)
  const lengths = database.prepare<{ rows: NumberList; numbers: NumberList }>(rowSql.lengths)
  const lengthsOf = database.prepare<{ numbers: NumberList }>(rowSql.lengthsOf)
  return {
    /** How often a part is in each row: a place infinitely often, and what else is not one word once. */
    count(part: KeywordQuery): RowNumbers {
      const found =
        part.kind === 'word' ? instances.get(queryToken(part.stem)) : matches.get(matchExpression(part))
      const counts = countRows(parseNumberList(found?.rows))
      return part.kind === 'place' ? { ...counts, numbers: counts.numbers.fill(Infinity) } : counts
    },

    /** By FTS5's own ranking, among all rows or those of a JSON list. */
    best(match: string, most: number, within: string | undefined): number[] {
      const found = within === undefined ? best.all(match, most) : bestWithin.all(match, within, most)
      return found.map(({ row }) => row)
    },

    /** How many words chunks have, in rising order of the rows. */
    lengths(): RowNumbers {
      const found = lengths.get()
      return { rows: parseNumberList(found?.rows), numbers: parseNumberList(found?.numbers) }
    },

    /** How many words these chunks have, in rising order of the rows. */
    lengthsOf(among: readonly number[]): RowNumbers {
      const rows = new Float64Array(among).toSorted()
      return { rows, numbers: parseNumberList(lengthsOf.get(`[${rows.join()}]`)?.numbers) }
    },
  }
}
