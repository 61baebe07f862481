import { entryChecksum, type IndexPlace } from '../../keyword/index-writer.js'
import {
  createVocabularyTables,
  formInstanceTable,
  instanceTable,
  vocabularyTables,
} from '../../keyword/vocabulary.js'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { distinctAddresses, findingOf, type AddressRow, type Check } from './finding.js'

/** Every word of the keyword index, and where it stands, against the checksums of what was written. */
export const checkKeywordIndex: Check = (database) => {
  const held = heldChecksums(database)
  const damaged: AddressRow[] = []
  for (const { chunk, expected, root, path } of database.prepare<ListedRow>(listedSql).iterate()) {
    if (expected !== (held.get(chunk) ?? 0)) damaged.push({ root, path })
    held.delete(chunk)
  }
  const count = damaged.length + held.size
  const reason = 'the keyword index lacks words of chunks, or has words that no chunk has'
  return findingOf({ part: 'keyword-index', count, reason, documents: distinctAddresses(damaged) })
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

interface EntryRow {
  readonly word: string
  readonly chunk: number
  readonly column: IndexPlace['column']
  readonly offset: number
}

/** Every word is looked up as a search does it, so that a word which a search can no longer reach counts as lost. */
const entriesSql = `
SELECT place.term AS word, place.doc AS chunk,
  CASE place.col WHEN 'words' THEN 0 WHEN 'parts' THEN 1 ELSE 2 END AS "column", place.offset AS offset
FROM ${vocabularyTables.stem} AS known CROSS JOIN ${instanceTable} AS place ON place.term = known.term
UNION ALL
SELECT place.term, place.doc, 3, 0
FROM ${vocabularyTables.form} AS known CROSS JOIN ${formInstanceTable} AS place ON place.term = known.term`

function heldChecksums(database: SqlDatabase): Map<number, number> {
  createVocabularyTables(database)
  const sums = new Map<number, number>()
  for (const { word, chunk, column, offset } of database.prepare<EntryRow>(entriesSql).iterate()) {
    sums.set(chunk, ((sums.get(chunk) ?? 0) + entryChecksum(word, { column, offset })) >>> 0)
  }
  return sums
}
