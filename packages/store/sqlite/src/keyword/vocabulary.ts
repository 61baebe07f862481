import type { SqlDatabase } from '../sql-database.js'
import { queryToken } from './index-token.js'
import { createVocabularyTables, vocabularyTables } from './vocabulary-tables.js'

interface HeldWord {
  readonly word: string
  readonly chunks: number
}

/** What stands for no letter: a mark that the caller put among the words. */
const mark = /\p{Co}/u

function isWord(text: string): boolean {
  return text.isWellFormed() && queryToken(text) !== '' && !mark.test(text)
}

function prepareVocabulary(database: SqlDatabase) {
  createVocabularyTables(database)
  const select = 'SELECT term AS word, doc AS chunks FROM json_each(?) AS wanted'
  const { stem, form } = vocabularyTables
  return {
    stems: database.prepare<HeldWord>(`${select} CROSS JOIN ${stem} ON term = wanted.value`),
    forms: database.prepare<HeldWord>(`${select} CROSS JOIN ${form} ON term = wanted.value`),
    prefixes: database.prepare<HeldWord>(
      `${select} CROSS JOIN ${form} ON term >= wanted.value AND term < wanted.value || char(0x10FFFF)`,
    ),
  }
}

/** In how many chunks words are. */
export function createVocabulary(database: SqlDatabase) {
  const sql = prepareVocabulary(database)
  const answer = (list: keyof typeof sql) => (asked: readonly string[]) => {
    const rows = sql[list].all(JSON.stringify(asked.filter(isWord)))
    return new Map(rows.filter(({ word }) => isWord(word)).map(({ word, chunks }) => [word, chunks]))
  }
  return {
    chunksWithStems: answer('stems'),
    chunksWithForms: answer('forms'),
    chunksWithPrefixes: answer('prefixes'),
  }
}
