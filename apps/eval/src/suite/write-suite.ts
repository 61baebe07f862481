import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { innerPath } from '@recallite/core/sources'
import { writeWhole } from '@recallite/command-line'
import { isPassedOver } from '@recallite/core'
import { stringify } from 'yaml'
import { EvaluationError } from '../errors.js'
import { realPath } from './package-documents.js'
import { corpusFolder, queriesFile, suiteFile, type Suite, type SuiteQuery } from './suite.js'

/** Writes a suite into an empty or new folder: the manifest last, so that an interrupted write leaves no suite. Throws an EvaluationError. */
export function writeSuite(
  folder: string,
  { name, description, questions, queries }: Omit<Suite, 'corpus'>,
  documents: readonly { readonly id: string; readonly name: string; readonly text: string }[],
): void {
  makeEmptyFolder(folder)
  mkdirSync(join(folder, corpusFolder))
  for (const { name: path, text } of documents) {
    const file = join(folder, corpusFolder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const paths = new Map(documents.map(({ id, name: path }) => [id, path]))
  const lines = queries.map((query) => queryLine(query, paths))
  writeWhole(join(folder, queriesFile), lines)
  const manifest = { name, ...(description !== '' && { description }), ...(questions && { questions }) }
  writeWhole(join(folder, suiteFile), [stringify(manifest, { lineWidth: 0 })])
}

/** Formats a query as a line of `queries.jsonl`. By default the path of a document is its id. */
export function queryLine(
  { id, text, kind, note, grades, passages }: SuiteQuery,
  paths?: ReadonlyMap<string, string>,
): string {
  const placed = new Set(passages.map(({ document }) => document))
  const whole = [...grades.keys()].filter((document) => !placed.has(document))
  const relevant = [...passages, ...whole.map((document) => ({ document }))].map(({ document, ...span }) => {
    const grade = grades.get(document) ?? 1
    return { path: paths?.get(document) ?? document, ...span, ...(grade !== 1 && { grade }) }
  })
  return `${JSON.stringify({ id, text, kind, relevant, ...(note !== '' && { note }) })}\n`
}

/** Makes a folder. Throws an EvaluationError if it exists and is not empty. */
export function makeEmptyFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  const taken = (message: string) => new EvaluationError('SUITE_FOLDER_TAKEN', message, { file: folder })
  if (stats && !stats.isDirectory()) throw taken('It is a file. Name a folder that does not exist yet.')
  if (stats && readdirSync(folder).length > 0) {
    throw taken('The folder is not empty. Name one that does not exist yet.')
  }
  mkdirSync(folder, { recursive: true })
}

/** Throws an EvaluationError if the folder of a suite is inside its documents, even through links. */
export function checkOutside(folder: string, documents: string): void {
  const [outer, inner] = [realPath(documents), realPath(folder)]
  if (innerPath(inner, outer)?.split('/').some(isPassedOver) ?? true) return
  const message = `The suite would be inside the indexed documents, ${outer}. Name a folder outside.`
  throw new EvaluationError('SUITE_FOLDER_TAKEN', message, { file: folder })
}
