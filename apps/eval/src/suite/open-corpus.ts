import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { singleSpaces } from '@recallite/command-line/suite-file'
import { isPassedOver } from '@recallite/core'
import { rootScope } from '@recallite/core/sources'
import type { ShownResult } from '../run/run.js'
import { readSuiteFile } from './json-lines.js'
import type { FileCorpus, Passage } from './suite.js'

/** Documents in files, for checking what is said about them. */
export type OpenCorpus = ReturnType<typeof openCorpus>

/** Lists documents in files; their texts are read on demand. */
export function openCorpus(corpus: FileCorpus) {
  const texts = new Map<string, ReturnType<typeof toText>>()
  const files = corpusFiles(corpus)
  return {
    name:
      corpus.kind === 'folder'
        ? corpus.path
        : `the corpus's ${{ files: 'packages', roots: 'roots' }[corpus.kind]}`,
    /** Whether an index looks at a path, with forward slashes. */
    has: (path: string) => files.has(path),
    read(path: string) {
      const text = texts.get(path) ?? toText(readSuiteFile(files.get(path) ?? path))
      texts.set(path, text)
      return text
    },
  }
}

/** The documents of a corpus in files, as a map from their ids, which are paths (`root:path` of several roots), to their files. */
export function corpusFiles(corpus: FileCorpus): ReadonlyMap<string, string> {
  if (corpus.kind === 'files') return corpus.files
  if (corpus.kind === 'folder')
    return new Map(listFiles(corpus.path).map((path) => [path, join(corpus.path, path)]))
  const { roots } = corpus
  const found = roots.flatMap((root) => {
    const { hasFile, hasFolder } = rootScope(root, roots)
    const paths = listFiles(root.path, hasFolder).filter(hasFile)
    return paths.map((path) => [idInRoot(path, root.name), join(root.path, path)] as const)
  })
  return new Map(found)
}

/** The id of a document in a corpus of roots, as a search shows it. */
export const idInRoot = (path: string, root: string): string => `${root}:${path}`

/**
 * The files of a folder that an index looks at: sorted paths with forward slashes. Links are not followed.
 * @param hasFolder whether to look into a folder inside
 */
export function listFiles(root: string, hasFolder: (path: string) => boolean = () => true): string[] {
  const files: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (isPassedOver(entry.name)) continue
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory() && hasFolder(path)) folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  return files.toSorted()
}

/** Whether a chunk shares a line with one of the passages and includes the passage's text, apart from white space. */
export function holdsPassage(
  passages: readonly Passage[],
  chunk: Pick<ShownResult, 'document' | 'startLine' | 'endLine'> & { text: string },
): boolean {
  return passages.some(({ document, lines: [first, last] = [0, Infinity], contains }) => {
    if (chunk.document !== document || chunk.startLine > last || chunk.endLine < first) return false
    return contains === undefined || singleSpaces(chunk.text).includes(singleSpaces(contains))
  })
}

/** `lines` counts as chunks do: only `\n` and `\r\n` end a line, and a line end at the end opens no further line. */
function toText(text: string) {
  const lines = text.split(/\r?\n/u)
  if (lines.at(-1) === '') lines.pop()
  return { lines, spaced: singleSpaces(text) }
}
