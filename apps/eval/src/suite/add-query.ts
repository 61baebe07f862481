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

/** A query to add to a suite. `expected`: documents of the corpus that answer, as `PATH`, `PATH:12` or `PATH:12-15`; empty if none does. */
export type NewQuery = Pick<SuiteQuery, 'text' | 'kind' | 'note'> & { readonly expected: readonly string[] }

const pathAndLines = /^(.+):(\d+)(?:-(\d+))?$/su

/**
 * Adds a query at the end of a suite's `queries.jsonl`, which it begins if there is none, unless the suite cannot be read, has a query of the same text,
 * or lacks an expected answer. Processes that add at the same time wait for each other.
 * @throws EvaluationError; CodedError `LOCKED` if another process does not end
 */
export async function addQuery(folder: string, query: NewQuery) {
  if (!existsSync(join(folder, suiteFile))) {
    const message = `There is no ${suiteFile} here. Queries are added to suites that have one; recallite-eval import makes one of others.`
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const file = join(folder, queriesFile)
  // The lock is on the real file, so that it is the same through every link.
  return changeQueryLines(realPathOf(file) ?? file, (lines) => addTo(lines, folder, query))
}

function addTo(lines: string[], folder: string, { text, kind, note, expected }: NewQuery) {
  const file = join(folder, queriesFile)
  const { name, corpus, queries } = readSuiteFolder(folder)
  if (corpus.kind === 'records') {
    const message =
      'It is about records, and queries can be added to suites about files only. Write the line yourself.'
    throw new EvaluationError('SUITE_MALFORMED', message, { file })
  }
  const twin = queries.find((query) => singleSpaces(query.text) === singleSpaces(text))
  if (twin) {
    const message = `${JSON.stringify(text)} is asked already, by ${JSON.stringify(twin.id)}. Change what it expects there, or ask for something else.`
    throw new EvaluationError('SUITE_DUPLICATE', message, { file })
  }
  const ids = queries.map(({ id }) => id)
  // Read as the suite's reader will read it, so that a line which it would refuse is not written.
  const item = { file, fields: { id: nextQueryId(ids), text, kind, relevant: expected.map(readTyped), note } }
  const query = readQuery(item, { corpus: openCorpus(corpus) })
  lines.push(queryLine(query).trimEnd())
  return { suite: name, query }
}

/** `PATH:12` is never a file of that name: an index does not take files with such an ending. */
function readTyped(text: string) {
  const [, path, first, last = first] = pathAndLines.exec(text) ?? []
  return path === undefined ? { path: text } : { path, lines: [Number(first), Number(last)] }
}
