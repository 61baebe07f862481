import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isPassedOver } from '@recallite/core'
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
    /** What messages call the corpus. */
    name: corpus.kind === 'folder' ? corpus.path : "the corpus's packages",
    /** Whether an index looks at a path, with forward slashes. */
    has: (path: string) => files.has(path),
    /** The text of a file of the corpus, which is read once. */
    read(path: string) {
      const text = texts.get(path) ?? toText(readSuiteFile(files.get(path) ?? path))
      texts.set(path, text)
      return text
    },
  }
}

/** The documents of a corpus in files, as a map from their ids, which are paths, to their files. */
export function corpusFiles(corpus: FileCorpus): ReadonlyMap<string, string> {
  if (corpus.kind === 'files') return corpus.files
  return new Map(listFiles(corpus.path).map((path) => [path, join(corpus.path, path)]))
}

/** The files of a folder that an index looks at: sorted paths with forward slashes. Links are not followed. */
export function listFiles(root: string): string[] {
  const files: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (isPassedOver(entry.name)) continue
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) folders.push(path)
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

/** A text with single spaces instead of any white space, and none at its ends. */
export const singleSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** `lines` counts as chunks do: only `\n` and `\r\n` end a line, and a line end at the end opens no further line. */
function toText(text: string) {
  const lines = text.split(/\r?\n/u)
  if (lines.at(-1) === '') lines.pop()
  return { lines, spaced: singleSpaces(text) }
}
