import { statSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { checkIndexed } from '../suite/check-indexed.js'
import { SuiteError } from '../suite/errors.js'
import { idField, isFields, kindField, textField, type Item } from '../suite/json-lines.js'
import { listFiles } from '../suite/list-files.js'
import { readSuiteFile } from '../suite/read-lines.js'
import type { Suite, SuiteQuery } from '../suite/suite.js'
import { plainQuery } from './plain-query.js'
import { indexPaths, type PathIndex } from './path-index.js'
import { resolvePath } from './resolve-path.js'

/** What a fixture is read with. */
export interface QmdSuiteOptions {
  /** The collection's folder. */
  readonly corpus: string
  /** What to call the suite; default the fixture's file name. */
  readonly name?: string | undefined
}

function parseFixture(file: string): Item {
  try {
    const fields: unknown = JSON.parse(readSuiteFile(file))
    if (isFields(fields)) return { file, fields }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const message = `This is not JSON (${cause.message}). Name a fixture of 'qmd bench'.`
    throw new SuiteError('SUITE_MALFORMED', message, { file, cause })
  }
  throw new SuiteError('SUITE_MALFORMED', "This is not a JSON object. Name a fixture of 'qmd bench'.", {
    file,
  })
}

function indexCorpus(folder: string): PathIndex {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return indexPaths(listFiles(folder))
  const message = 'This is not a folder. Name that of the collection with --corpus.'
  throw new SuiteError('SUITE_NOT_FOUND', message, { file: folder })
}

function listItems({ file, fields }: Item): Item[] {
  const queries = fields['queries']
  if (!Array.isArray(queries) || !queries.every(isFields)) {
    const message = '"queries" is not a list of objects. Name a fixture of \'qmd bench\'.'
    throw new SuiteError('SUITE_MALFORMED', message, { file })
  }
  return queries.map((query) => ({ file, fields: query }))
}

function expectedFiles({ file, fields }: Item, id: string): string[] {
  const paths = fields['expected_files']
  if (Array.isArray(paths) && paths.every((path) => typeof path === 'string')) return paths
  const message = `"expected_files" of ${JSON.stringify(id)} is not a list of paths. Give it as one.`
  throw new SuiteError('SUITE_MALFORMED', message, { file })
}

function toQuery(item: Item, taken: Set<string>, files: PathIndex): SuiteQuery {
  const id = idField(item, taken)
  const paths = expectedFiles(item, id).map((path) => checkIndexed(resolvePath(path, files, item), item))
  return {
    id,
    text: plainQuery(textField(item, 'query')),
    kind: kindField(item, 'type', ''),
    grades: new Map(paths.map((path) => [path, 1])),
    passages: [],
    note: textField(item, 'description', ''),
  }
}

/**
 * Reads a fixture of QMD's bench, {description, queries: [{id, query, type, description, expected_files}]}, as a suite
 * over the collection's folder. How many results QMD wants to see (`expected_in_top_k`) is not kept.
 * @throws SuiteError
 */
export function readQmdSuite(file: string, { corpus, name }: QmdSuiteOptions): Suite {
  const fixture = parseFixture(file)
  const files = indexCorpus(corpus)
  const taken = new Set<string>()
  return {
    name: name ?? basename(file, extname(file)),
    description: textField(fixture, 'description', ''),
    corpus: { kind: 'folder', path: resolve(corpus) },
    queries: listItems(fixture).map((item) => toQuery(item, taken, files)),
  }
}
