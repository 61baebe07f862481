import { foldWord, isStopWord, wordsOf } from '@recallite/keyword'
import { readOutline } from './outline.js'
import { cutLines, type Stretch } from './sentences.js'

/** A text file. Its path is relative to the folder, with forward slashes. */
export interface NoteFile {
  readonly path: string
  readonly text: string
}

/** A file with its outline, the words of each line, and word counts without the front matter. */
export type Note = ReturnType<typeof readNote>

/** What remains of a note after cuts. */
export type Remainder = ReturnType<typeof remainderOf>

/** Document frequencies of words. */
export type Collection = ReturnType<typeof readCollection>

export function readNote({ path, text }: NoteFile) {
  const lines = text.split('\n')
  const outline = readOutline(lines)
  const words = lines.map(readWords)
  const counts = countEach(words.slice(outline.firstLine).flatMap((line) => line.words))
  return { ...outline, path, lines, words, counts }
}

/** Cuts stretches, which must not overlap, out of a note. */
export function remainderOf(note: Note, stretches: readonly Stretch[]) {
  const isCut = new Set(stretches.map(({ line }) => line))
  const rest = cutLines(note.lines, stretches).map((line, index) =>
    isCut.has(index) ? readWords(line ?? '') : (note.words[index] ?? { words: [], form: '' }),
  )
  const text = rest.slice(note.firstLine).flatMap(({ words }) => words)
  const forms = rest.flatMap(({ form }) => (form === '' ? [] : form))
  // The form includes the front matter; counts and length do not.
  return { form: forms.join(' '), counts: countEach(text), length: text.length }
}

/** Indexes which notes contain which words. */
export function readCollection(notes: readonly Note[]) {
  const notesByWord = new Map<string, Set<number>>()
  for (const [position, { words }] of notes.entries()) {
    for (const word of words.flatMap((line) => line.words)) {
      notesByWord.set(word, (notesByWord.get(word) ?? new Set()).add(position))
    }
  }
  return {
    size: notes.length,
    /** The number of notes that contain all of the words. */
    frequencyOf(words: readonly string[]): number {
      const sets = words.map((word) => notesByWord.get(word) ?? new Set<number>())
      return sets.reduce((shared, set) => shared.intersection(set), sets[0] ?? new Set()).size
    },
  }
}

/** The distinct content words of a text in order: neither stop words nor numbers. */
export function contentWords(text: string): string[] {
  const words = readWords(text).words.filter((word) => /\p{L}/u.test(word) && !isStopWord(word))
  return [...new Set(words)]
}

/** The words of a text in lower case, by their folded form. */
export function writtenWords(text: string): ReadonlyMap<string, string> {
  const written = text.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return new Map(written.map((word) => [foldWord(word), word.toLowerCase()]))
}

/** The words of a text as an index compares them: lower case, no accents, no punctuation. `form` joins them with spaces. */
export function readWords(text: string) {
  const read = wordsOf(text)
  const forms = read.flatMap(({ units }) => units.map(({ form }) => form))
  return { words: read.map(({ text: word }) => word), form: forms.join(' ') }
}

export function countEach(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
