import { readFileSync } from 'node:fs'
import { reasonOf } from '@recallite/core'
import { EvaluationError } from '../errors.js'
import { fields, list, number, text, where, type ValueOf } from '../shape.js'
import { parseFields } from '../text-lines.js'

/** What the CLI writes as `version`. */
const version = 1

const isResult = fields({
  /** The name of the root in the memory. */
  root: text,
  /** The path in the root, with forward slashes. */
  path: text,
})

const isSearch = fields({
  version: where(number, String(version), (value) => value === version),
  query: text,
  /** Best first; a file may be there several times. */
  results: list(isResult),
})

/** A file that was found. */
export type LastSearchResult = ValueOf<typeof isResult>

/** What `recallite search` was asked for last, and what it found. */
export type LastSearch = Omit<ValueOf<typeof isSearch>, 'version'>

const searchFirst = 'recallite search …'

/**
 * Reads the last search in a database, as `recallite` keeps it in `<database>.last-search.json`.
 * @throws EvaluationError `LAST_SEARCH_MISSING`, `LAST_SEARCH_UNREADABLE`, `LAST_SEARCH_MALFORMED`
 */
export function readLastSearch(database: string): LastSearch {
  if (database === ':memory:') {
    const message = 'Searches in a database that is no file are not kept. Name another with --db.'
    throw new EvaluationError('LAST_SEARCH_MISSING', message)
  }
  const file = `${database}.last-search.json`
  const search = parseFields(readText(file))
  if (isSearch(search, { path: '', wanted: '' })) return { query: search.query, results: search.results }
  const message = `${file} was not written by this version. Search again: ${searchFirst}`
  throw new EvaluationError('LAST_SEARCH_MALFORMED', message)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      const message = `There is no last search beside this database (${file}). Search first: ${searchFirst}`
      throw new EvaluationError('LAST_SEARCH_MISSING', message, { cause })
    }
    const message = `The last search, ${file}, cannot be read (${reasonOf(cause)}). Make it readable, or remove it and search again: ${searchFirst}`
    throw new EvaluationError('LAST_SEARCH_UNREADABLE', message, { cause })
  }
}
