import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isPassedOver } from '@recallite/core'
import { readSuiteFile } from './json-lines.js'
import type { FileCorpus, Passage } from './suite.js'

/** What a file says. */
export interface CorpusText {
  /** As chunks count them: only `\n` and `\r\n` end a line, and one at the end opens no further line. */
  readonly lines: readonly string[]
  /** The whole, with single spaces. */
  readonly spaced: string
}

/** Documents in files, for checking what is said about them. */
export interface OpenCorpus {
  /** Where they are, for people to read. */
  readonly place: string
  /** Their paths, with forward slashes; in a folder, what an index passes over is not among them. */
  readonly files: ReadonlySet<string>
  /** What one of `files` says, read once. */
  readonly read: (path: string) => CorpusText
}

/** A chunk of a document. */
export interface DocumentChunk {
  readonly document: string
  /** From 1. */
  readonly startLine: number
  /** The last one that belongs to it. */
  readonly endLine: number
  readonly text: string
}

/** Lists documents in files; their texts are read when they are asked for. */
export function openCorpus(corpus: FileCorpus): OpenCorpus {
  const texts = new Map<string, CorpusText>()
  const files = corpusFiles(corpus)
  return {
    place: corpus.kind === 'folder' ? corpus.path : "the corpus's packages",
    files: new Set(files.keys()),
    read(path) {
      const text = texts.get(path) ?? toText(readSuiteFile(files.get(path) ?? path))
      texts.set(path, text)
      return text
    },
  }
}

/** The documents of a corpus that is files already, as a map from their ids, which are paths, to where they are. */
export function corpusFiles(corpus: FileCorpus): ReadonlyMap<string, string> {
  if (corpus.kind === 'files') return corpus.files
  return new Map(listFiles(corpus.path).map((path) => [path, join(corpus.path, path)]))
}

/**
 * The files that an index would look at in a folder: paths in it, with forward slashes, sorted. Links are not followed.
 */
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

/**
 * Whether a chunk holds one of the passages: it is of the same document, shares a line with the passage's lines, and
 * its text includes the passage's, whatever the white space between words.
 */
export function holdsPassage(passages: readonly Passage[], chunk: DocumentChunk): boolean {
  return passages.some((passage) => holds(chunk, passage))
}

/** A text in which every run of white space is one space, and none is at its ends: as passages are compared. */
export function singleSpaces(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

function toText(text: string): CorpusText {
  const lines = text.split(/\r?\n/u)
  if (lines.at(-1) === '') lines.pop()
  return { lines, spaced: singleSpaces(text) }
}

function holds({ document, startLine, endLine, text }: DocumentChunk, passage: Passage): boolean {
  if (document !== passage.document) return false
  const [first, last] = passage.lines ?? [startLine, endLine]
  if (startLine > last || endLine < first) return false
  return passage.contains === undefined || singleSpaces(text).includes(singleSpaces(passage.contains))
}
