import { checksumOf, sumOf } from '../documents/checksum.js'
import { isOfKind } from '../documents/document-kind.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { inWriteTransaction } from '../connection/transactions.js'
import { createVocabularyTables, vocabularyTables } from './vocabulary.js'

/** In smaller collections a word is counted in no time. */
const leastChunks = 5_000

/** Words of more than this share of the chunks are counted when the index is tidied up, not when they are asked for. */
const commonShare = 1 / 512

/** Holds of `keyword_total` until a tenth of the chunks have come or gone: rarity hardly changes by that. */
export const countsAreFresh = '10 * changed <= counted'

/** Of all common words with their counts. */
export function commonWordsChecksum(database: SqlDatabase): number {
  const rows = database
    .prepare<{ kind: string; word: string; chunks: number }>('SELECT * FROM common_word')
    .all()
  return sumOf(rows.map(({ kind, word, chunks }) => checksumOf([kind, word, chunks])))
}

const countedBeside = (index: string) =>
  `(SELECT count(*) FROM ${index} WHERE ${index} MATCH '"' || term || '"' AND ${isOfKind('rowid', 'record')})`

/** Each word with the number of chunks of files that have it: the vocabulary knows how many chunks do, of any kind. */
const chunksOfFilesSql = {
  stem: `SELECT term, doc - ${countedBeside('chunk_words')} AS chunks FROM ${vocabularyTables.stem}`,
  form: `SELECT term, doc - ${countedBeside('chunk_forms')} AS chunks FROM ${vocabularyTables.form}`,
}

function refill(database: SqlDatabase, chunks: number, counted: number): void {
  database.exec('DELETE FROM common_word')
  createVocabularyTables(database)
  for (const kind of ['stem', 'form'] as const) {
    if (counted === 0) break
    database
      .prepare(
        `INSERT INTO common_word (kind, word, chunks)
         SELECT ?, term, chunks FROM (${chunksOfFilesSql[kind]}) WHERE chunks > ?`,
      )
      .run(kind, chunks * commonShare)
  }
  database
    .prepare('UPDATE keyword_total SET counted = ?, changed = 0, common_checksum = ? WHERE id = 1')
    .run(counted, commonWordsChecksum(database))
}

/** Counts anew in how many chunks of files the common words are, where there are many chunks and enough of them have changed. */
export function countCommonWords(database: SqlDatabase, least = leastChunks): void {
  inWriteTransaction(database, () => {
    const total = database
      .prepare<{ chunks: number; counted: number; isFresh: number }>(
        `SELECT chunks, counted, ${countsAreFresh} AS isFresh FROM keyword_total WHERE id = 1`,
      )
      .get()
    if (!total) return
    const { chunks, counted, isFresh } = total
    const wanted = chunks > least ? chunks : 0
    const isNeeded = wanted === 0 ? counted > 0 : counted === 0 || isFresh === 0
    if (isNeeded) refill(database, chunks, wanted)
  })
}

/** Removes words that no chunk has any more: they are words of what was deleted. The index has to be merged before. */
export function removeGoneWords(database: SqlDatabase): void {
  const find = {
    stem: database.prepare('SELECT 1 FROM chunk_words WHERE chunk_words MATCH ? LIMIT 1'),
    form: database.prepare('SELECT 1 FROM chunk_forms WHERE chunk_forms MATCH ? LIMIT 1'),
  }
  const remove = database.prepare('DELETE FROM common_word WHERE kind = ? AND word = ?')
  inWriteTransaction(database, () => {
    const gone = database
      .prepare<{ kind: keyof typeof find; word: string }>('SELECT kind, word FROM common_word')
      .all()
      .filter(({ kind, word }) => find[kind].get(`"${word}"`) === undefined)
    if (gone.length === 0) return
    for (const { kind, word } of gone) remove.run(kind, word)
    database
      .prepare('UPDATE keyword_total SET common_checksum = ? WHERE id = 1')
      .run(commonWordsChecksum(database))
  })
}
