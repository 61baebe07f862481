import { formField } from '@recallite/store'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { givenIds, type SqlDatabase } from '../connection/sql-database.js'
import { queryToken } from './index-writer.js'

/** Temporary tables with a row per word of an index: `term`, and the number of its chunks as `doc`. */
export const vocabularyTables = { stem: 'temp.chunk_words_vocabulary', form: 'temp.chunk_forms_vocabulary' }

/** A temporary table with a row per occurrence of a stem: `term`, and the chunk as `doc`. */
export const instanceTable = 'temp.chunk_words_instance'

/** The same for forms, with a row per chunk instead of per occurrence. */
export const formInstanceTable = 'temp.chunk_forms_instance'

/** Reads in how many chunks of a kind words occur. */
export function createVocabulary(database: SqlDatabase, kind: DocumentKind = 'file') {
  createVocabularyTables(database)
  const countIn = (index: 'chunk_words' | 'chunk_forms') => {
    const table = vocabularyTables[index === 'chunk_words' ? 'stem' : 'form']
    const counts = database.prepare<{ word: string; chunks: number }>(
      `SELECT term AS word,
  (SELECT count(*) FROM ${index} WHERE ${index} MATCH '"' || term || '"' AND ${isOfKind('rowid', kind)}) AS chunks
FROM json_each(?) AS requested CROSS JOIN ${table} ON term = requested.value`,
    )
    return (words: readonly string[]) => {
      const rows = counts.all(JSON.stringify(words.filter(isWord)))
      const present = rows.filter(({ word, chunks }) => chunks > 0 && isWord(word))
      return new Map(present.map(({ word, chunks }) => [word, chunks]))
    }
  }
  const forms = database.prepare<{ key: string; form: string }>(
    `SELECT substr(key, 2) AS key, text AS form
FROM document_field JOIN document ON document.id = document_id JOIN root ON root.id = root_id AND holds = '${kind}'
WHERE key IN (${givenIds}) GROUP BY key, text ORDER BY count(*) DESC, text`,
  )
  const formsWith = (sql: string) => {
    const select = database.prepare<{ form: string }>(sql)
    return (texts: readonly string[]): string[] => {
      const rows = select.all(JSON.stringify(texts.filter(isWord)))
      return rows.map(({ form }) => form).filter(isWord)
    }
  }
  return {
    otherForms: (keys: readonly string[]) => forms.all(JSON.stringify(keys.map(formField))),
    chunksWithStems: countIn('chunk_words'),
    chunksWithForms: countIn('chunk_forms'),
    formsWithPrefixes: formsWith(
      `SELECT DISTINCT term AS form FROM json_each(?) AS requested
CROSS JOIN ${vocabularyTables.form} ON term >= requested.value AND term < requested.value || char(0x10FFFF)`,
    ),
    formsContaining: formsWith(
      `SELECT term AS form FROM ${vocabularyTables.form}
WHERE EXISTS (SELECT 1 FROM json_each(?) AS requested WHERE instr(term, requested.value) > 0)`,
    ),
  }
}

/** Creates the temporary tables if they do not exist. */
export function createVocabularyTables(database: SqlDatabase): void {
  create(database, vocabularyTables.stem, ['chunk_words', 'row'])
  create(database, vocabularyTables.form, ['chunk_forms', 'row'])
  create(database, instanceTable, ['chunk_words', 'instance'])
  create(database, formInstanceTable, ['chunk_forms', 'instance'])
}

function create(database: SqlDatabase, table: string, [index, type]: readonly [string, string]): void {
  database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS ${table} USING fts5vocab (main, ${index}, ${type})`)
}

/** A private-use character marks path segments and is not a word. */
const mark = /\p{Co}/u

const isWord = (text: string): boolean => text.isWellFormed() && queryToken(text) !== '' && !mark.test(text)
