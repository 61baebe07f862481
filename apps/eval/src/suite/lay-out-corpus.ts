import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentFiles } from './document-files.js'
import type { SuiteCorpus, SuiteDocument } from './suite.js'

/** A suite's documents as files. */
export interface LaidOutCorpus {
  readonly folder: string
  /** The id of the document in a file, given by its path in the folder. */
  readonly idOf: (path: string) => string
}

/** Leaves a file alone that has the text already: an index trusts files that have not been touched. */
function writeText(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

function writeDocuments(documents: readonly SuiteDocument[], folder: string): LaidOutCorpus {
  const files = documentFiles(documents)
  const ids = new Map(files.map(({ name, id }) => [name, id]))
  mkdirSync(folder, { recursive: true })
  const left = readdirSync(folder).filter((entry) => entry.endsWith('.md') && !ids.has(entry))
  for (const entry of left) rmSync(join(folder, entry))
  for (const { name, text } of files) writeText(join(folder, name), text)
  return { folder, idOf: (path) => ids.get(path) ?? path }
}

/**
 * Makes a suite's documents files: those that are files already stay where they are, others are written below the
 * work folder, where files of earlier runs that are not documents any more are removed.
 */
export function layOutCorpus(corpus: SuiteCorpus, workFolder: string): LaidOutCorpus {
  if (corpus.kind === 'folder') return { folder: corpus.path, idOf: (path) => path }
  // A name that nobody's own folder has: what is in there may be removed.
  return writeDocuments(corpus.documents, join(workFolder, 'recallite-eval-corpus'))
}
