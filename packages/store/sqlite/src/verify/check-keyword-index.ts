import { commonWordsChecksum } from '../keyword/count-common-words.js'
import { entryChecksum, type IndexPlace } from '../keyword/index-checksum.js'
import {
  createVocabularyTables,
  formInstanceTable,
  instanceTable,
  vocabularyTables,
} from '../keyword/vocabulary-tables.js'
import type { SqlDatabase } from '../sql-database.js'
import { type AddressRow, type Check, distinctAddresses, type Finding, withFailure } from './finding.js'

/** Every word of the keyword index, and where it stands, against the checksums of what was put in. */
export const checkKeywordIndex: Check = withFailure(compareEntries, (database, cause) =>
  indexFinding(database, { count: 1, reason: `the keyword index cannot be read: ${cause}`, documents: [] }),
)

function compareEntries(database: SqlDatabase): Finding[] {
  const held = heldChecksums(database)
  const damaged: AddressRow[] = []
  for (const { chunk, expected, root, path } of database.prepare<ListedRow>(listedSql).iterate()) {
    if (expected !== null && expected !== (held.get(chunk) ?? 0)) damaged.push({ root, path })
    held.delete(chunk)
  }
  const count = damaged.length + held.size
  const reason = 'the keyword index does not hold the words of chunks, or others'
  return count === 0 ? [] : [indexFinding(database, { count, reason, documents: distinctAddresses(damaged) })]
}

function indexFinding(
  database: SqlDatabase,
  damage: Pick<Finding['damage'], 'count' | 'reason' | 'documents'>,
): Finding {
  return {
    damage: { part: 'keyword-index', isRestorable: true, ...damage },
    mend: () => clearKeywordIndex(database),
  }
}

interface EntryRow {
  readonly word: string
  readonly chunk: number
  readonly column: IndexPlace['column']
  readonly offset: number
}

/** Every word is looked for as a search does it: a way to it that is lost counts like the word. */
const entriesSql = `
SELECT place.term AS word, place.doc AS chunk,
  CASE place.col WHEN 'words' THEN 0 WHEN 'parts' THEN 1 ELSE 2 END AS "column", place.offset AS offset
FROM ${vocabularyTables.stem} AS known CROSS JOIN ${instanceTable} AS place ON place.term = known.term
UNION ALL
SELECT place.term, place.doc, 3, 0
FROM ${vocabularyTables.form} AS known CROSS JOIN ${formInstanceTable} AS place ON place.term = known.term`

/** The checksum of what the index holds of each chunk. */
function heldChecksums(database: SqlDatabase): Map<number, number> {
  createVocabularyTables(database)
  const sums = new Map<number, number>()
  for (const { word, chunk, column, offset } of database.prepare<EntryRow>(entriesSql).iterate()) {
    sums.set(chunk, ((sums.get(chunk) ?? 0) + entryChecksum(word, { column, offset })) >>> 0)
  }
  return sums
}

interface ListedRow extends AddressRow {
  readonly chunk: number
  readonly expected: number | null
}

const listedSql = `
SELECT list.chunk_id AS chunk, list.index_checksum AS expected, root.name AS root, document.path AS path
FROM chunk_word_list AS list
LEFT JOIN chunk ON chunk.id = list.chunk_id
LEFT JOIN document ON document.id = chunk.document_id
LEFT JOIN root ON root.id = document.root_id`

/** How many chunks and words there are, and the counts of common words. */
export const checkCounts: Check = (database) => {
  const row = database
    .prepare<{ isRight: number; checksum: number | null }>(
      `SELECT common_checksum AS checksum,
         chunks = (SELECT count(*) FROM chunk_word_list)
         AND words = (SELECT coalesce(sum(length), 0) FROM chunk_word_list) AS isRight
       FROM keyword_total WHERE id = 1`,
    )
    .get()
  const areCommonRight = row && (row.checksum === null || row.checksum === commonWordsChecksum(database))
  if (row?.isRight === 1 && areCommonRight) return []
  const reason = 'counts of words have changed'
  return [
    {
      damage: { part: 'keyword-index', count: 1, reason, isRestorable: true, documents: [] },
      mend: () => recount(database),
    },
  ]
}

/** Counts what the lists hold; the common words are then counted when the index is next tidied up. */
export function recount(database: SqlDatabase): void {
  database.exec(`
    DELETE FROM common_word;
    INSERT OR REPLACE INTO keyword_total (id, chunks, words, deleted)
    SELECT 1, count(*), coalesce(sum(length), 0), 1 FROM chunk_word_list;`)
}

/**
 * Empties the keyword index: what words it held is known of their hashes only. Every document is cut anew by the next
 * sync, and fills it again; vectors stay.
 */
export function clearKeywordIndex(database: SqlDatabase): void {
  for (const index of ['chunk_words', 'chunk_forms']) {
    database.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`)
  }
  database.exec(`UPDATE chunk_word_list SET index_checksum = 0; UPDATE document SET recipe = ''`)
}
