import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { isPassedOver } from '@recallite/core'
import { stringify } from 'yaml'
import { documentFiles } from './document-files.js'
import { SuiteError } from './errors.js'
import { corpusFiles } from './open-corpus.js'
import { realPlace } from './package-documents.js'
import {
  corpusFolder,
  ourMarkerFile,
  queriesFile,
  type Suite,
  type SuiteCorpus,
  type SuiteQuery,
} from './suite.js'

/** Where a written suite has its documents. */
export interface WrittenCorpus {
  /** The manifest's `corpus`; undefined if the documents are in the default folder. */
  readonly pointer: string | undefined
  /** A document's path in the corpus. */
  readonly pathOf: (document: string) => string
}

/**
 * Writes a suite in this program's layout into a folder that is empty or does not exist. Documents that the suite has as
 * texts become Markdown files, whose names are then their ids; everything else reads back as it was.
 * @param corpus for a corpus that is a folder: whether its files are copied, or the suite points to it
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeSuite(folder: string, suite: Suite, corpus: 'copy' | 'point' = 'copy'): void {
  checkOutside(folder, suite.corpus)
  writeOurLayout(folder, suite, () => writeCorpus(suite.corpus, folder, corpus))
}

/**
 * Writes a suite into a folder that is empty or does not exist. The manifest comes last, so that an interrupted write
 * leaves no suite.
 * @param writeDocuments puts the documents into the suite's folder, or says where they are
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeOurLayout(
  folder: string,
  { name, description, queries }: Omit<Suite, 'corpus'>,
  writeDocuments: () => WrittenCorpus,
): void {
  makeEmptyFolder(folder)
  const { pointer, pathOf } = writeDocuments()
  writeWhole(
    join(folder, queriesFile),
    queries.map((query) => queryLine(query, pathOf)),
  )
  const manifest = { name, ...(description !== '' && { description }), ...(pointer && { corpus: pointer }) }
  writeWhole(join(folder, ourMarkerFile), [stringify(manifest, { lineWidth: 0 })])
}

/** A query as a line of `queries.jsonl`; `pathOf` gives a document's path in the corpus. */
export function queryLine(query: SuiteQuery, pathOf: (document: string) => string): string {
  const { id, text, kind, note, grades, passages } = query
  const placed = new Set(passages.map(({ document }) => document))
  const whole = [...grades.keys()].filter((document) => !placed.has(document))
  const relevant = [...passages, ...whole.map((document) => ({ document }))].map(({ document, ...place }) => {
    const grade = grades.get(document) ?? 1
    return { path: pathOf(document), ...place, ...(grade !== 1 && { grade }) }
  })
  return `${JSON.stringify({ id, text, kind, relevant, ...(note !== '' && { note }) })}\n`
}

/**
 * Makes a folder to write into; one that exists must be empty.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function makeEmptyFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) {
    throw new SuiteError('SUITE_FOLDER_TAKEN', 'It is a file. Name a folder that does not exist yet.', {
      file: folder,
    })
  }
  if (stats && readdirSync(folder).length > 0) {
    const message = 'The folder is not empty. Name one that does not exist yet, or empty it first.'
    throw new SuiteError('SUITE_FOLDER_TAKEN', message, { file: folder })
  }
  mkdirSync(folder, { recursive: true })
}

/**
 * A suite's folder must not be indexed with the documents that it is made of, through whatever links either is reached.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function checkOutside(folder: string, corpus: SuiteCorpus): void {
  if (corpus.kind !== 'folder') return
  const [outer, inner] = [realPlace(corpus.path), realPlace(folder)]
  if (!isInside(inner, outer) || relative(outer, inner).split(sep).some(isPassedOver)) return
  const message = `It is inside the documents, ${outer}, and its queries would be indexed with them. Name a folder outside.`
  throw new SuiteError('SUITE_FOLDER_TAKEN', message, { file: folder })
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder)
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

function writeCorpus(corpus: SuiteCorpus, suiteFolder: string, how: 'copy' | 'point'): WrittenCorpus {
  if (how === 'point' && corpus.kind === 'folder') {
    return { pointer: pointerTo(resolve(corpus.path), resolve(suiteFolder)), pathOf: (document) => document }
  }
  const to = join(suiteFolder, corpusFolder)
  mkdirSync(to)
  if (corpus.kind === 'documents') {
    const files = documentFiles(corpus.documents)
    for (const { name, text } of files) writeFileSync(join(to, name), text)
    const names = new Map(files.map(({ name, id }) => [id, name]))
    return { pointer: undefined, pathOf: (document) => names.get(document) ?? document }
  }
  for (const [path, file] of corpusFiles(corpus)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(file, join(to, path))
  }
  return { pointer: undefined, pathOf: (document) => document }
}

/** Relative if both folders are in one folder, so that this may be moved; else absolute. */
function pointerTo(corpus: string, suiteFolder: string): string {
  if (!isInside(corpus, dirname(suiteFolder))) return corpus
  return relative(suiteFolder, corpus).split(sep).join('/')
}
