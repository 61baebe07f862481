import { readFileSync, rmSync } from 'node:fs'
import { LastSearchError } from './errors.js'
import { writeWhole } from './write-whole.js'

/** A file that was found. */
export interface LastSearchResult {
  /** The name of its folder in the memory. */
  readonly root: string
  /** In the root, with forward slashes. */
  readonly path: string
}

/** What was asked for last, and what was found. */
export interface LastSearch {
  readonly query: string
  /** Best first; a file may be there several times. */
  readonly results: readonly LastSearchResult[]
}

const version = 1
const ownerOnly = 0o600

/**
 * Keeps a search for whoever wants to go on with it, in `<database>.last-search.json`, readable for its owner alone.
 * Where it cannot be kept, it is not: a search is answered whether its place can be written to or not.
 */
export function keepLastSearch(database: string, { query, results }: LastSearch): void {
  const file = lastSearchFile(database)
  if (file === undefined) return
  const places = results.map(({ root, path }) => ({ root, path }))
  const text = `${JSON.stringify({ version, query, results: places })}\n`
  try {
    writeWhole(file, [text], { mode: ownerOnly })
  } catch {
    // A place where nothing can be written to.
  }
}

/** Undefined for a database that is no file. */
function lastSearchFile(database: string): string | undefined {
  return database === ':memory:' ? undefined : `${database}.last-search.json`
}

/** Forgets the last search in a database, if there is one. */
export function forgetLastSearch(database: string): void {
  const file = lastSearchFile(database)
  if (file !== undefined) rmSync(file, { force: true })
}

/**
 * The last search in a database.
 * @throws LastSearchError
 */
export function readLastSearch(database: string): LastSearch {
  const file = lastSearchFile(database)
  if (file === undefined) {
    const message = 'Searches in a database that is no file are not kept. Name another with --db.'
    throw new LastSearchError('LAST_SEARCH_MISSING', message)
  }
  const text = readText(file)
  try {
    const search = parseSearch(text)
    if (search) return search
  } catch (cause) {
    throw malformed(file, cause)
  }
  throw malformed(file)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

function unreadable(file: string, cause: unknown): LastSearchError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
    const message = `There is no last search beside this database (${file}). Search first: recallite search …`
    return new LastSearchError('LAST_SEARCH_MISSING', message, { cause })
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The last search, ${file}, cannot be read (${reason}). Make it readable, or remove it and search again: recallite search …`
  return new LastSearchError('LAST_SEARCH_UNREADABLE', message, { cause })
}

function parseSearch(text: string): LastSearch | undefined {
  const fields: unknown = JSON.parse(text)
  if (!isFields(fields) || fields['version'] !== version) return undefined
  const { query, results } = fields
  const isSearch = typeof query === 'string' && Array.isArray(results) && results.every(isResult)
  return isSearch ? { query, results } : undefined
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isResult(value: unknown): value is LastSearchResult {
  return isFields(value) && typeof value['root'] === 'string' && typeof value['path'] === 'string'
}

function malformed(file: string, cause?: unknown): LastSearchError {
  const message = `${file} was not written by this version. Search again: recallite search …`
  return new LastSearchError('LAST_SEARCH_MALFORMED', message, { cause })
}
