import { foldWord, isStopWord, wordsOf } from '@recallite/analysis'
import { type Outline, readOutline, readPlainOutline } from './outline.js'
import { type Stretch, cutLines, linesOf } from './stretch.js'

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

/** A text as its words. */
export interface TextWords {
  /** As an index compares them: in small letters, without accents and punctuation. */
  readonly words: readonly string[]
  /**
   * The words with one space between, characters in scripts without spaces: where one text holds another word for word,
   * its form holds the other's.
   */
  readonly form: string
}

/** What is known of all notes together. */
export interface Collection {
  readonly size: number
  /** How many notes hold all of the words, each as a comparable word. */
  frequencyOf(words: readonly string[]): number
}

const spacedWord = /[\p{L}\p{N}\p{M}]+/gu

const noWords: TextWords = { words: [], form: '' }

/** Reads a file; only Markdown has headings. */
export function readNote({ path, text }: NoteFile): Note {
  const lines = linesOf(text)
  const outline = /\.txt$/iu.test(path) ? readPlainOutline(lines) : readOutline(lines)
  const words = lines.map((line) => readWords(line))
  return { ...outline, path, lines, words, counts: countWords(words.slice(outline.firstLine)) }
}

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

/** The words of a text as an index compares them. */
export function wordForms(text: string): readonly string[] {
  return readWords(text).words
}

/** A text in a form that is compared word for word. */
export function comparableForm(text: string): string {
  return readWords(text).form
}

/** The distinct words of a text that say something, in order: neither stop words nor numbers. */
export function tellingWords(text: string): string[] {
  const telling = wordForms(text).filter((word) => /\p{L}/u.test(word) && !isStopWord(word))
  return [...new Set(telling)]
}

/** How the words of a text are written there but for capitals, by the form in which an index compares them. */
export function writtenWords(text: string): ReadonlyMap<string, string> {
  const written = text.normalize('NFKC').match(spacedWord) ?? []
  return new Map(written.map((word) => [foldWord(word), word.toLowerCase()]))
}

/** Reads which words the notes have in common. */
export function readCollection(notes: readonly Note[]): Collection {
  const places = new Map<string, Set<number>>()
  for (const [place, { words }] of notes.entries()) {
    for (const word of new Set(words.flatMap((line) => line.words))) {
      const known = places.get(word)
      if (known) known.add(place)
      else places.set(word, new Set([place]))
    }
  }
  const none: ReadonlySet<number> = new Set()
  return {
    size: notes.length,
    frequencyOf(words) {
      const sets = words.map((word) => places.get(word) ?? none).toSorted((a, b) => a.size - b.size)
      const [rarest = none, ...others] = sets
      if (others.length === 0) return rarest.size
      return [...rarest].filter((place) => others.every((set) => set.has(place))).length
    },
  }
}

function countWords(lines: readonly TextWords[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { words } of lines) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** Reads the words of a text in both ways. */
function readWords(text: string): TextWords {
  const read = wordsOf(text)
  const forms = read.flatMap(({ units }) => units.map(({ form }) => form))
  return { words: read.map(({ text: word }) => word), form: forms.join(' ') }
}
