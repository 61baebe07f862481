import { foldWord, isStopWord, wordsOf } from '@recallite/keyword'
import { readOutline } from './outline.js'
import { cutLines, type Stretch } from './sentences.js'

/** A text file; its path is relative to the folder, with forward slashes. */
export interface NoteFile {
  readonly path: string
  readonly text: string
}

/** A file with its outline, the words of each of its lines, and how often each word occurs after the front matter. */
export type Note = ReturnType<typeof readNote>

/** What remains of a note when something is cut out. */
export type Remainder = ReturnType<typeof remainderOf>

/** The words of all notes together. */
export type Collection = ReturnType<typeof readCollection>

/** Reads a file as Markdown. */
export function readNote({ path, text }: NoteFile) {
  const lines = text.split('\n')
  const outline = readOutline(lines)
  const words = lines.map(readWords)
  const counts = countEach(words.slice(outline.firstLine).flatMap((line) => line.words))
  return { ...outline, path, lines, words, counts }
}

/** What remains of a note without some stretches, which must not overlap. */
export function remainderOf(note: Note, stretches: readonly Stretch[]) {
  const isCut = new Set(stretches.map(({ line }) => line))
  const kept = cutLines(note.lines, stretches).map((line, index) =>
    isCut.has(index) ? readWords(line ?? '') : (note.words[index] ?? { words: [], form: '' }),
  )
  const text = kept.slice(note.firstLine).flatMap(({ words }) => words)
  const forms = kept.flatMap(({ form }) => (form === '' ? [] : form))
  return {
    /** All of it in a comparable form, with the front matter. */
    form: forms.join(' '),
    /** How often each word occurs after the front matter. */
    counts: countEach(text),
    /** The number of words after the front matter. */
    length: text.length,
  }
}

/** Reads which words the notes have in common. */
export function readCollection(notes: readonly Note[]) {
  const notesByWord = new Map<string, Set<number>>()
  for (const [position, { words }] of notes.entries()) {
    for (const word of words.flatMap((line) => line.words)) {
      notesByWord.set(word, (notesByWord.get(word) ?? new Set()).add(position))
    }
  }
  return {
    size: notes.length,
    /** How many notes contain all of the words. */
    frequencyOf(words: readonly string[]): number {
      const sets = words.map((word) => notesByWord.get(word) ?? new Set<number>())
      return sets.reduce((shared, set) => shared.intersection(set), sets[0] ?? new Set()).size
    },
  }
}

/** The distinct content words of a text in their order: neither stop words nor numbers. */
export function contentWords(text: string): string[] {
  const words = readWords(text).words.filter((word) => /\p{L}/u.test(word) && !isStopWord(word))
  return [...new Set(words)]
}

/** The words of a text as they are written there, in lower case, by the form in which an index compares them. */
export function writtenWords(text: string): ReadonlyMap<string, string> {
  const written = text.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return new Map(written.map((word) => [foldWord(word), word.toLowerCase()]))
}

/**
 * Reads the words of a text as an index compares them: in lower case, without accents and punctuation. `form` has them
 * with single spaces, so that a text which holds another word for word has a form that holds the other's.
 */
export function readWords(text: string) {
  const read = wordsOf(text)
  const forms = read.flatMap(({ units }) => units.map(({ form }) => form))
  return { words: read.map(({ text: word }) => word), form: forms.join(' ') }
}

/** How often each text occurs among some texts. */
export function countEach(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
