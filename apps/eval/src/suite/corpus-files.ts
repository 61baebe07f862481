import { join } from 'node:path'
import { listFiles } from './list-files.js'
import type { FileCorpus } from './suite.js'

/** The documents of a corpus that is files already, as a map from their ids, which are paths, to where they are. */
export function corpusFiles(corpus: FileCorpus): ReadonlyMap<string, string> {
  if (corpus.kind === 'files') return corpus.files
  return new Map(listFiles(corpus.path).map((path) => [path, join(corpus.path, path)]))
}
