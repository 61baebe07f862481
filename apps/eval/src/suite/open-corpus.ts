import { join } from 'node:path'
import { listFiles } from './list-files.js'
import { readSuiteFile } from './read-lines.js'
import { singleSpaces } from './single-spaces.js'

/** What a file says. */
export interface CorpusText {
  /** As chunks count them: only `\n` and `\r\n` end a line, and one at the end opens no further line. */
  readonly lines: readonly string[]
  /** The whole, with single spaces. */
  readonly spaced: string
}

/** A folder of documents, for checking what is said about them. */
export interface OpenCorpus {
  readonly folder: string
  /** Paths in it, with forward slashes; what an index passes over is not among them. */
  readonly files: ReadonlySet<string>
  /** What a file of it says, read once. */
  readonly read: (path: string) => CorpusText
}

function toText(text: string): CorpusText {
  const lines = text.split(/\r?\n/u)
  if (lines.at(-1) === '') lines.pop()
  return { lines, spaced: singleSpaces(text) }
}

/** Lists a folder of documents; their texts are read when they are asked for. */
export function openCorpus(folder: string): OpenCorpus {
  const texts = new Map<string, CorpusText>()
  return {
    folder,
    files: new Set(listFiles(folder)),
    read(path) {
      const text = texts.get(path) ?? toText(readSuiteFile(join(folder, path)))
      texts.set(path, text)
      return text
    },
  }
}
