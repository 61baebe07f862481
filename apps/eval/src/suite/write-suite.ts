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
  type FileCorpus,
  type Passage,
  type Suite,
  type SuiteCorpus,
  type SuiteDocument,
  type SuiteQuery,
  corpusFolder,
  ourMarkerFile,
  queriesFile,
} from './suite.js'

/** How a suite is written. */
export interface WriteSuiteOptions {
  /** A corpus that is a folder: its files are copied, or the suite points to it; default `copy`. */
  readonly corpus?: 'copy' | 'point' | undefined
}

/** A suite's documents, where a written suite has them. */
export interface WrittenCorpus {
  /** What the manifest says of it; undefined where the documents stand in the place that needs no word. */
  readonly pointer: string | undefined
  /** A document's path in the corpus. */
  readonly pathOf: (document: string) => string
}

/** What of a suite is written apart from its documents. */
export type SuiteWithoutCorpus = Omit<Suite, 'corpus'>

/**
 * Writes a suite in our layout into a folder that is empty or not there yet. Documents that it brings as texts become
 * Markdown files, whose names are then their ids; everything else reads back as it was.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeSuite(folder: string, suite: Suite, { corpus = 'copy' }: WriteSuiteOptions = {}): void {
  checkOutside(folder, suite.corpus)
  writeOurLayout(folder, suite, () => writeCorpus(suite.corpus, folder, corpus))
}

/**
 * Writes a suite in our layout into a folder that is empty or not there yet. What makes a suite of the folder comes last,
 * so that one that is half written is none.
 * @param writeDocuments puts the documents into the suite's folder, or says where they are
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeOurLayout(
  folder: string,
  suite: SuiteWithoutCorpus,
  writeDocuments: (folder: string) => WrittenCorpus,
): void {
  makeEmptyFolder(folder)
  const { pointer, pathOf } = writeDocuments(folder)
  writeWhole(
    join(folder, queriesFile),
    suite.queries.map((query) => queryLine(query, pathOf)),
  )
  writeWhole(join(folder, ourMarkerFile), [manifestText(suite, pointer)])
}

/**
 * A suite's folder must not be seen among the documents that it is made of, by whatever links either is reached: its
 * queries would be documents as well.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function checkOutside(folder: string, corpus: SuiteCorpus): void {
  if (corpus.kind !== 'folder') return
  const [outer, inner] = [realPlace(corpus.path), realPlace(folder)]
  if (!isInside(inner, outer) || relative(outer, inner).split(sep).some(isPassedOver)) return
  const message = `It is inside the documents, ${outer}, and its queries would be indexed with them. Name a folder outside.`
  throw new SuiteError('SUITE_FOLDER_TAKEN', message, { file: folder })
}

/**
 * A query as a line of `queries.jsonl` in our layout.
 * @param pathOf a document's path in the corpus
 */
export function queryLine(query: SuiteQuery, pathOf: (document: string) => string): string {
  const { id, text, kind, note } = query
  const relevant = toEntries(query, pathOf)
  return `${JSON.stringify({ id, text, kind, relevant, ...(note !== '' && { note }) })}\n`
}

/**
 * Makes a folder to write into; one that is there must be empty, so that nothing of anybody's is mixed up or lost.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function makeEmptyFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) {
    throw new SuiteError('SUITE_FOLDER_TAKEN', 'It is a file. Name a folder that is not there yet.', {
      file: folder,
    })
  }
  if (stats && readdirSync(folder).length > 0) {
    const message = 'The folder is not empty. Name one that is not there yet, or empty it first.'
    throw new SuiteError('SUITE_FOLDER_TAKEN', message, { file: folder })
  }
  mkdirSync(folder, { recursive: true })
}

function manifestText({ name, description }: SuiteWithoutCorpus, pointer: string | undefined): string {
  const settings = { name, ...(description !== '' && { description }), ...(pointer && { corpus: pointer }) }
  return stringify(settings, { lineWidth: 0 })
}

function writeDocuments(documents: readonly SuiteDocument[], folder: string): WrittenCorpus {
  const files = documentFiles(documents)
  mkdirSync(folder)
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  const names = new Map(files.map(({ name, id }) => [id, name]))
  return { pointer: undefined, pathOf: (document) => names.get(document) ?? document }
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder)
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** What an index passes over is not copied. */
function copyFiles(corpus: FileCorpus, to: string): WrittenCorpus {
  mkdirSync(to)
  for (const [path, file] of corpusFiles(corpus)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(file, join(to, path))
  }
  return { pointer: undefined, pathOf: (document) => document }
}

/** Relative where both folders are in one, so that it may be moved; absolute else. */
function pointTo(corpusPath: string, folder: string): WrittenCorpus {
  const corpus = resolve(corpusPath)
  const home = dirname(resolve(folder))
  const path = isInside(corpus, home) ? relative(resolve(folder), corpus).split(sep).join('/') : corpus
  return { pointer: path, pathOf: (document) => document }
}

/**
 * Puts a suite's documents into the suite's folder, or says where they are: texts become files, files are copied; a
 * folder stays where it is with `point`.
 */
function writeCorpus(corpus: SuiteCorpus, folder: string, how: 'copy' | 'point'): WrittenCorpus {
  if (corpus.kind === 'documents') return writeDocuments(corpus.documents, join(folder, corpusFolder))
  if (how === 'point' && corpus.kind === 'folder') return pointTo(corpus.path, folder)
  return copyFiles(corpus, join(folder, corpusFolder))
}

interface Entry {
  readonly path: string
  readonly lines?: Passage['lines']
  readonly contains?: Passage['contains']
  readonly grade?: number
}

function toEntries(
  { grades, passages }: Pick<SuiteQuery, 'grades' | 'passages'>,
  pathOf: (document: string) => string,
): Entry[] {
  const placed = new Set(passages.map(({ document }) => document))
  const whole = [...grades.keys()]
    .filter((document) => !placed.has(document))
    .map((document) => ({ document }))
  return [...passages, ...whole].map(({ document, ...place }) => {
    const grade = grades.get(document) ?? 1
    return { path: pathOf(document), ...place, ...(grade !== 1 && { grade }) }
  })
}
