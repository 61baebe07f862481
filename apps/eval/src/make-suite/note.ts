import { readOutline, readPlainOutline, type Outline } from './outline.js'
import { cutLines, linesOf, type Stretch } from './stretch.js'
import { readWords, type TextWords } from './words.js'

/** A file of a person's notes. */
export interface NoteFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** A file, read: what can be asked about it, and the words of each of its lines. */
export interface Note extends Outline {
  readonly path: string
  readonly lines: readonly string[]
  /** Of each line. */
  readonly words: readonly TextWords[]
  /** Behind the front matter: how often each word stands there. */
  readonly counts: ReadonlyMap<string, number>
}

/** What stays of a note when something is cut out. */
export interface Remainder {
  /** All of it in a comparable form, front matter included. */
  readonly form: string
  /** Behind the front matter: how often each word stands there. */
  readonly counts: ReadonlyMap<string, number>
  /** How many words there are behind the front matter. */
  readonly length: number
}

function countWords(lines: readonly TextWords[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { words } of lines) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** Reads a file; only Markdown has headings. */
export function readNote({ path, text }: NoteFile): Note {
  const lines = linesOf(text)
  const outline = /\.txt$/iu.test(path) ? readPlainOutline(lines) : readOutline(lines)
  const words = lines.map((line) => readWords(line))
  return { ...outline, path, lines, words, counts: countWords(words.slice(outline.firstLine)) }
}

const noWords: TextWords = { words: [], form: '' }

/** What stays of a note without some stretches, which must not overlap. */
export function remainderOf(note: Note, stretches: readonly Stretch[]): Remainder {
  const isCut = new Set(stretches.map(({ line }) => line))
  const kept = cutLines(note.lines, stretches).map((line, place) => {
    return isCut.has(place) ? readWords(line ?? '') : (note.words[place] ?? noWords)
  })
  const text = kept.slice(note.firstLine)
  const forms = kept.map(({ form }) => form)
  return {
    form: forms.filter((form) => form !== '').join(' '),
    counts: countWords(text),
    length: text.reduce((sum, { words }) => sum + words.length, 0),
  }
}
