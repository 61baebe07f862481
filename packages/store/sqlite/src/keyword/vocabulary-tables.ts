import type { SqlDatabase } from '../sql-database.js'

/** Tables of this connection with a row for each word of an index: `term`, and in how many chunks it is as `doc`. */
export const vocabularyTables = { stem: 'temp.chunk_words_vocabulary', form: 'temp.chunk_forms_vocabulary' }

/** A table of this connection with a row for each place where a stem stands: `term`, and the chunk as `doc`. */
export const instanceTable = 'temp.chunk_words_instance'

/** The same of forms, whose places are not kept: a row for each chunk that has one. */
export const formInstanceTable = 'temp.chunk_forms_instance'

function create(database: SqlDatabase, table: string, [index, type]: readonly [string, string]): void {
  database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS ${table} USING fts5vocab (main, ${index}, ${type})`)
}

/** Makes the tables where they are not there yet. */
export function createVocabularyTables(database: SqlDatabase): void {
  create(database, vocabularyTables.stem, ['chunk_words', 'row'])
  create(database, vocabularyTables.form, ['chunk_forms', 'row'])
  create(database, instanceTable, ['chunk_words', 'instance'])
  create(database, formInstanceTable, ['chunk_forms', 'instance'])
}
