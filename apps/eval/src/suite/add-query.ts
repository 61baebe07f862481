import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { realPathOf } from '@recallite/core/sources'
import { writeWhole } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { EvaluationError } from '../errors.js'
import { openCorpus, singleSpaces } from './open-corpus.js'
import { readOurLayout, readQuery } from './our-layout.js'
import { ourMarkerFile, queriesFile, type SuiteQuery } from './suite.js'
import { queryLine } from './write-suite.js'

/** A query to add to a suite. Its note may be empty; `expected` is empty if no document answers. */
export interface NewQuery {
  readonly text: string
  readonly kind: string
  readonly note: string
  /** Documents of the corpus that answer, as `PATH`, `PATH:12` or `PATH:12-15`. */
  readonly expected: readonly string[]
}

const addedId = /^added-(\d+)$/u
const pathAndLines = /^(.+):(\d+)(?:-(\d+))?$/su

/**
 * Adds a query at the end of a suite's `queries.jsonl`, unless the suite cannot be read, has a query of the same text,
 * or lacks an expected answer. Processes that add at the same time wait for each other.
 * @throws EvaluationError; CodedError `LOCKED` if another process does not end
 */
export async function addQuery(folder: string, query: NewQuery, options?: Parameters<typeof withLock>[2]) {
  if (!existsSync(join(folder, ourMarkerFile))) {
    const message = `There is no ${ourMarkerFile} here. Queries are added to suites that have one; recallite-eval import makes one of others.`
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const file = join(folder, queriesFile)
  // The lock is on the real file, so that it is the same through every link.
  return withLock(realPathOf(file) ?? file, () => addTo(folder, file, query), options)
}

function addTo(folder: string, file: string, { text, kind, note, expected }: NewQuery) {
  const { name, corpus, queries } = readOurLayout(folder)
  const twin = queries.find((query) => singleSpaces(query.text) === singleSpaces(text))
  if (twin) {
    const message = `${JSON.stringify(text)} is asked already, by ${JSON.stringify(twin.id)}. Change what it expects there, or ask for something else.`
    throw new EvaluationError('SUITE_DUPLICATE', message, { file })
  }
  const taken = new Set(queries.map(({ id }) => id))
  // Read as the suite's reader will read it, so that a line which it would refuse is not written.
  const item = { file, fields: { id: nextId(queries), text, kind, relevant: expected.map(readTyped), note } }
  const query = readQuery(item, { taken, corpus: openCorpus(corpus) })
  appendLine(file, queryLine(query))
  return { suite: name, query }
}

/** One more than the highest, so that the id of a removed query is not reused while later ones exist. */
function nextId(queries: readonly SuiteQuery[]): string {
  const numbers = queries.map(({ id }) => Number(addedId.exec(id)?.[1] ?? 0))
  return `added-${Math.max(0, ...numbers) + 1}`
}

/** `PATH:12` is never a file of that name: an index does not take files with such an ending. */
function readTyped(text: string) {
  const [, path, first, last = first] = pathAndLines.exec(text) ?? []
  return path === undefined ? { path: text } : { path, lines: [Number(first), Number(last)] }
}

/** Appends a line as one atomic write. The bytes before it stay; a last line without a line end gets one. */
function appendLine(file: string, line: string): void {
  const target = realPathOf(file) ?? file
  const before = readFileSync(target)
  const isOpen = before.length > 0 && !before.subarray(-1).equals(Buffer.from('\n'))
  writeWhole(target, [before, isOpen ? '\n' : '', line])
}
