import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { realPathOf } from '@recallite/core/sources'
import { changeQueryLines, nextQueryId, queriesFile, singleSpaces, suiteFile } from './suite-file.js'
import { EvaluationError } from '../errors.js'
import { openCorpus } from './open-corpus.js'
import { readQuery } from './read-queries.js'
import { readSuiteFolder } from './read-suite.js'
import type { SuiteQuery } from './suite.js'
import { queryLine } from './write-suite.js'

/** A query to add. `expected`: answering documents, as `PATH`, `PATH:12` or `PATH:12-15`. */
export type NewQuery = Pick<SuiteQuery, 'text' | 'kind' | 'note'> & { readonly expected: readonly string[] }

const pathAndLines = /^(.+):(\d+)(?:-(\d+))?$/su

/**
 * Appends a query to a suite's `queries.jsonl`. Concurrent calls wait for each other.
 * @throws EvaluationError, also if the query exists or an expected document does not; CodedError `LOCKED` after a timeout
 */
export async function addQuery(folder: string, query: NewQuery) {
  if (!existsSync(join(folder, suiteFile))) {
    const message = `There is no ${suiteFile} here. Name a suite that has one, or make one with recallite-eval import.`
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const file = join(folder, queriesFile)
  // Locks the real file, so that all links to it share the lock.
  return changeQueryLines(realPathOf(file) ?? file, (lines) => addTo(lines, folder, query))
}

function addTo(lines: string[], folder: string, { text, kind, note, expected }: NewQuery) {
  const file = join(folder, queriesFile)
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
  const ids = queries.map(({ id }) => id)
  // Checks the query with the reader of suites before writing it.
  const item = { file, fields: { id: nextQueryId(ids), text, kind, relevant: expected.map(readTyped), note } }
  const query = readQuery(item, { corpus: openCorpus(corpus) })
  lines.push(queryLine(query).trimEnd())
  return { suite: name, query }
}

/** `PATH:12` cannot be a file name: an index skips files with such an extension. */
function readTyped(text: string) {
  const [, path, first, last = first] = pathAndLines.exec(text) ?? []
  return path === undefined ? { path: text } : { path, lines: [Number(first), Number(last)] }
}
