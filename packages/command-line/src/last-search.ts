import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { LastSearchError } from './errors.js'

/** Where a result stood. */
export interface LastSearchResult {
  readonly root: string
  /** In the root, with forward slashes. */
  readonly path: string
  /** From 1. */
  readonly startLine: number
  readonly endLine: number
}

/** What was asked for last, and what was found. */
export interface LastSearch {
  readonly query: string
  /** When, as an ISO 8601 time. */
  readonly at: string
  /** Best first. */
  readonly results: readonly LastSearchResult[]
}

const version = 1

/** Where the last search in a database is kept; undefined for a database that is no file. */
export function lastSearchFile(database: string): string | undefined {
  return database === ':memory:' ? undefined : `${database}.last-search.json`
}

/**
 * Keeps a search for whoever wants to go on with it, readable for its owner alone. Where it cannot be kept, it is not:
 * a search is answered whether its place can be written to or not.
 */
export function keepLastSearch(database: string, { query, at, results }: LastSearch): void {
  const file = lastSearchFile(database)
  if (file === undefined) return
  const places = results.map(({ root, path, startLine, endLine }) => ({ root, path, startLine, endLine }))
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${JSON.stringify({ version, query, at, results: places })}\n`, { mode: 0o600 })
    renameSync(draft, file)
  } catch {
    discard(draft)
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // A place where nothing can be written to.
  }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isResult(value: unknown): value is LastSearchResult {
  return (
    isFields(value) &&
    typeof value['root'] === 'string' &&
    typeof value['path'] === 'string' &&
    typeof value['startLine'] === 'number' &&
    typeof value['endLine'] === 'number'
  )
}

function parseSearch(text: string): LastSearch | undefined {
  const fields: unknown = JSON.parse(text)
  if (!isFields(fields) || fields['version'] !== version) return undefined
  const { query, at, results } = fields
  const isSearch = typeof query === 'string' && typeof at === 'string' && Array.isArray(results)
  return isSearch && results.every(isResult) ? { query, at, results } : undefined
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const message = `There is no last search beside this database (${file}). Search first: recallite search …`
    throw new LastSearchError('LAST_SEARCH_MISSING', message, { cause })
  }
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

function malformed(file: string, cause?: unknown): LastSearchError {
  const message = `${file} was not written by this version. Search again: recallite search …`
  return new LastSearchError('LAST_SEARCH_MALFORMED', message, { cause })
}
