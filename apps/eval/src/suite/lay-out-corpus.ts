import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentFiles } from './document-files.js'
import { listFiles } from './open-corpus.js'
import type { SuiteCorpus } from './suite.js'

/** A suite's documents as files, and the document id of a file, given by its path in the folder. */
export interface LaidOutCorpus {
  readonly folder: string
  readonly idOf: (path: string) => string
}

/**
 * Writes a suite's documents as files below the work folder and removes other files there; a folder stays where it is.
 */
export function layOutCorpus(corpus: SuiteCorpus, workFolder: string): LaidOutCorpus {
  if (corpus.kind === 'folder') return { folder: corpus.path, idOf: (path) => path }
  // Files in it are removed, so the name must not be that of a user's folder.
  const folder = join(workFolder, 'recallite-eval-corpus')
  if (corpus.kind === 'files') {
    fillFolder(folder, new Map(Array.from(corpus.files, ([path, file]) => [path, readFileSync(file)])))
    return { folder, idOf: (path) => path }
  }
  const files = documentFiles(corpus.documents)
  const ids = new Map(files.map(({ name, id }) => [name, id]))
  fillFolder(folder, new Map(files.map(({ name, text }) => [name, Buffer.from(text)])))
  return { folder, idOf: (path) => ids.get(path) ?? path }
}

function fillFolder(folder: string, texts: ReadonlyMap<string, Buffer>): void {
  mkdirSync(folder, { recursive: true })
  for (const path of listFiles(folder)) if (!texts.has(path)) rmSync(join(folder, path))
  for (const [path, text] of texts) {
    const file = join(folder, path)
    // The index compares times of change, so a file that has the text already is left alone.
    if (existsSync(file) && readFileSync(file).equals(text)) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
