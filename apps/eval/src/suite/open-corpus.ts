import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isPassedOver, isTextName } from '@recallite/core'
import { rootScope } from '@recallite/core/sources'
import type { RunResult } from '../run/run.js'
import { singleSpaces } from '../text-lines.js'
import { readSuiteFile } from './json-lines.js'
import type { FileCorpus, Passage, SuiteCorpus } from './suite.js'

/** Documents to check queries against. */
export type OpenCorpus = ReturnType<typeof openCorpus>

const nouns = { files: 'packages', roots: 'roots', documents: 'documents', records: 'records' }

/** Lists the documents that an index accepts. Reads file contents on demand. */
export function openCorpus(corpus: SuiteCorpus) {
  const texts = new Map<string, ReturnType<typeof toText>>()
  const { has, read } = documentsOf(corpus)
  return {
    kind: corpus.kind,
    name: corpus.kind === 'folder' ? corpus.path : `the corpus's ${nouns[corpus.kind]}`,
    has,
    /** Why no chunk of a document can contain a passage. Undefined if one can. */
    reasonAgainst({ document, lines, contains }: Passage): string | undefined {
      const { lines: all, spaced } = texts.get(document) ?? toText(read(document))
      texts.set(document, { lines: all, spaced })
      if (lines) {
        const [first, last] = lines
        const span = first === last ? `line ${first}` : `lines ${first}-${last}`
        if (last > all.length) return `has ${all.length} lines, not ${span}`
        if (all.slice(first - 1, last).every((line) => line.trim() === '')) return `has no text on ${span}`
      }
      const isMissing = contains !== undefined && !spaced.includes(singleSpaces(contains))
      return isMissing ? `does not contain ${JSON.stringify(contains)}` : undefined
    },
  }
}

/** The files of a corpus by document id, which is the path, or `root:path` for roots. */
export function corpusFiles(corpus: FileCorpus): ReadonlyMap<string, string> {
  if (corpus.kind === 'files') return corpus.files
  if (corpus.kind === 'folder')
    return new Map(listFiles(corpus.path).map((path) => [path, join(corpus.path, path)]))
  const { roots } = corpus
  const files = roots.flatMap((root) => {
    const { hasFile, hasFolder } = rootScope(root, roots)
    const paths = listFiles(root.path, hasFolder).filter(hasFile)
    return paths.map((path) => [idInRoot(path, root.name), join(root.path, path)] as const)
  })
  return new Map(files)
}

/** The id of a document in a corpus of roots. */
export const idInRoot = (path: string, root: string): string => `${root}:${path}`

/** The sorted paths of files that an index considers, in folders that `hasFolder` accepts. Does not follow links. */
export function listFiles(root: string, hasFolder: (path: string) => boolean = () => true): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}${entry.name}`
      if (isPassedOver(entry.name)) return []
      if (entry.isDirectory()) return hasFolder(path) ? below(`${path}/`) : []
      return entry.isFile() ? [path] : []
    })
  return below('').toSorted()
}

/** Whether a chunk shares a line with a passage and contains its text, ignoring white space. */
export function holdsPassage(
  passages: readonly Passage[],
  chunk: Pick<RunResult, 'document' | 'startLine' | 'endLine'> & { text: string },
): boolean {
  return passages.some(({ document, lines: [first, last] = [0, Infinity], contains }) => {
    if (chunk.document !== document || chunk.startLine > last || chunk.endLine < first) return false
    return contains === undefined || singleSpaces(chunk.text).includes(singleSpaces(contains))
  })
}

function documentsOf(corpus: SuiteCorpus) {
  if (corpus.kind !== 'documents' && corpus.kind !== 'records') {
    const files = corpusFiles(corpus)
    const has = (id: string) => files.has(id) && isTextName(id)
    return { has, read: (id: string) => readSuiteFile(files.get(id) ?? id) }
  }
  const texts = new Map(
    corpus.kind === 'documents'
      ? corpus.documents.map(({ id, text }) => [id, text])
      : corpus.records.map(({ id, content }) => [id, content]),
  )
  return { has: (id: string) => texts.has(id), read: (id: string) => texts.get(id) ?? '' }
}

/** Counts lines as chunks do: only `\n` and `\r\n` end a line, and a final line end adds no line. */
function toText(text: string) {
  const lines = text.split(/\r?\n/u)
  if (lines.at(-1) === '') lines.pop()
  return { lines, spaced: singleSpaces(text) }
}
