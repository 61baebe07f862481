import { readFileSync } from 'node:fs'

/** A file that was found. */
export interface LastSearchResult {
  /** The name of its folder in the memory. */
  readonly root: string
  /** In the root, with forward slashes. */
  readonly path: string
}

/** What `recallite search` was asked for last, and what it found. */
export interface LastSearch {
  readonly query: string
  /** Best first; a file may be there several times. */
  readonly results: readonly LastSearchResult[]
}

/** Why the last search cannot be taken up again; stable. */
type LastSearchErrorCode =
  /** This database was never searched, or its searches are not kept. */
  | 'LAST_SEARCH_MISSING'
  /** The file is there, and cannot be read. */
  | 'LAST_SEARCH_UNREADABLE'
  /** Another version wrote the file, or another program. */
  | 'LAST_SEARCH_MALFORMED'

/** The last search cannot be taken up; the message says why, and what to do. */
class LastSearchError extends Error {
  readonly code: LastSearchErrorCode

  constructor(code: LastSearchErrorCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'LastSearchError'
    this.code = code
  }
}

/**
 * The last search in a database, as `recallite` keeps it in `<database>.last-search.json`.
 * @throws LastSearchError
 */
export function readLastSearch(database: string): LastSearch {
  if (database === ':memory:') {
    const message = 'Searches in a database that is no file are not kept. Name another with --db.'
    throw new LastSearchError('LAST_SEARCH_MISSING', message)
  }
  const file = `${database}.last-search.json`
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

/** What the CLI writes as `version`. */
const version = 1

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
