import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentFiles } from './document-files.js'
import { listFiles } from './open-corpus.js'
import type { SuiteCorpus, SuiteDocument } from './suite.js'

/** A suite's documents as files. */
export interface LaidOutCorpus {
  readonly folder: string
  /** The id of the document in a file, given by its path in the folder. */
  readonly idOf: (path: string) => string
}

/** Leaves a file alone that has the text already: an index trusts files that have not been touched. */
function writeText(file: string, text: Buffer): void {
  if (existsSync(file) && readFileSync(file).equals(text)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Writes texts, given by their paths, into a folder that has nothing else afterwards. */
function fillFolder(folder: string, texts: ReadonlyMap<string, Buffer>): void {
  mkdirSync(folder, { recursive: true })
  const left = listFiles(folder).filter((path) => !texts.has(path))
  for (const path of left) rmSync(join(folder, path))
  for (const [path, text] of texts) writeText(join(folder, path), text)
}

function writeDocuments(documents: readonly SuiteDocument[], folder: string): LaidOutCorpus {
  const files = documentFiles(documents)
  const ids = new Map(files.map(({ name, id }) => [name, id]))
  fillFolder(folder, new Map(files.map(({ name, text }) => [name, Buffer.from(text)])))
  return { folder, idOf: (path) => ids.get(path) ?? path }
}

function copyFiles(files: ReadonlyMap<string, string>, folder: string): LaidOutCorpus {
  fillFolder(folder, new Map(Array.from(files, ([path, file]) => [path, readFileSync(file)])))
  return { folder, idOf: (path) => path }
}

/**
 * Makes a suite's documents files of one folder: a folder of them stays where it is, others are written below the work
 * folder, where files of earlier runs that are not documents any more are removed.
 */
export function layOutCorpus(corpus: SuiteCorpus, workFolder: string): LaidOutCorpus {
  if (corpus.kind === 'folder') return { folder: corpus.path, idOf: (path) => path }
  // A name that nobody's own folder has: what is in there may be removed.
  const folder = join(workFolder, 'recallite-eval-corpus')
  return corpus.kind === 'files' ? copyFiles(corpus.files, folder) : writeDocuments(corpus.documents, folder)
}
