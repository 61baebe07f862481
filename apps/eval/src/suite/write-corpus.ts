import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isPassedOver } from '@recallite/core'
import { corpusFiles } from './corpus-files.js'
import { documentFiles } from './document-files.js'
import { SuiteError } from './errors.js'
import { corpusFolder } from './layout-files.js'
import { realPlace } from './real-place.js'
import type { FileCorpus, SuiteCorpus, SuiteDocument } from './suite.js'
import type { WrittenCorpus } from './write-our-layout.js'

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
export function writeCorpus(corpus: SuiteCorpus, folder: string, how: 'copy' | 'point'): WrittenCorpus {
  if (corpus.kind === 'documents') return writeDocuments(corpus.documents, join(folder, corpusFolder))
  if (how === 'point' && corpus.kind === 'folder') return pointTo(corpus.path, folder)
  return copyFiles(corpus, join(folder, corpusFolder))
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
