import { corpusFiles } from './corpus-files.js'
import { readSuiteFile } from './read-lines.js'
import { singleSpaces } from './single-spaces.js'
import type { FileCorpus } from './suite.js'

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

function toText(text: string): CorpusText {
  const lines = text.split(/\r?\n/u)
  if (lines.at(-1) === '') lines.pop()
  return { lines, spaced: singleSpaces(text) }
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
