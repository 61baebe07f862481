import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { realPathOf } from '@recallite/core/sources'
import { EvaluationError } from '../errors.js'
import { singleSpaces } from '../text-lines.js'
import { readBytes } from './json-lines.js'
import { openCorpus } from './open-corpus.js'
import { readQuery } from './read-queries.js'
import { readSuiteFolder } from './read-suite.js'
import { queriesFile, suiteFile, type SuiteQuery } from './suite.js'
import { queryLine } from './write-suite.js'

/** A query to add. `expected`: answering documents, as `PATH`, `PATH:12` or `PATH:12-15`. */
export type NewQuery = Pick<SuiteQuery, 'text' | 'kind' | 'note'> & { readonly expected: readonly string[] }

const pathAndLines = /^(.+):(\d+)(?:-(\d+))?$/su

/**
 * Appends a query to a suite's `queries.jsonl`, in one atomic write. Concurrent calls wait for each other.
 * @throws EvaluationError, also if the query exists or an expected document does not; CodedError `LOCKED` after a timeout
 */
export async function addQuery(folder: string, query: NewQuery) {
  if (!existsSync(join(folder, suiteFile))) {
    const message = `There is no ${suiteFile} here. Name a suite that has one, or make one with recallite-eval import.`
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const path = join(folder, queriesFile)
  // Locks the real file, so that all links to it share the lock.
  const file = realPathOf(path) ?? path
  return withLock(file, () => {
    const added = checkQuery(folder, path, query)
    const begun = existsSync(file) ? readBytes(file) : Buffer.alloc(0)
    const isOpen = begun.length > 0 && begun.at(-1) !== lineFeed
    writeWhole(file, [begun, isOpen ? '\n' : '', queryLine(added.query)])
    return added
  })
}

const lineFeed = 0x0a

/** Checks a new query with the reader of suites. */
function checkQuery(folder: string, file: string, { text, kind, note, expected }: NewQuery) {
  const { name, corpus, queries } = readSuiteFolder(folder)
  if (corpus.kind === 'records') {
    const message = 'Queries can only be added to suites about files. Write the line yourself.'
    throw new EvaluationError('SUITE_MALFORMED', message, { file })
  }
  const twin = queries.find((query) => singleSpaces(query.text) === singleSpaces(text))
  if (twin) {
    const message = `${JSON.stringify(twin.id)} already asks ${JSON.stringify(text)}. Edit that query, or add another one.`
    throw new EvaluationError('SUITE_DUPLICATE', message, { file })
  }
  // One more than the highest number, so that ids of removed queries are not reused while later ones exist.
  const numbers = queries.map(({ id }) => Number(/^added-(\d+)$/u.exec(id)?.[1] ?? 0))
  const id = `added-${Math.max(0, ...numbers) + 1}`
  const item = { file, fields: { id, text, kind, relevant: expected.map(readTyped), note } }
  return { suite: name, query: readQuery(item, { corpus: openCorpus(corpus) }) }
}

/** `PATH:12` cannot be a file name: an index skips files with such an extension. */
function readTyped(text: string) {
  const [, path, first, last = first] = pathAndLines.exec(text) ?? []
  return path === undefined ? { path: text } : { path, lines: [Number(first), Number(last)] }
}
