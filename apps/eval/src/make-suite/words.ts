import { foldWord, isStopWord, wordsOf } from '@recallite/analysis'

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

/** Reads the words of a text in both ways. */
export function readWords(text: string): TextWords {
  const read = wordsOf(text)
  const forms = read.flatMap(({ units }) => units.map(({ form }) => form))
  return { words: read.map(({ text: word }) => word), form: forms.join(' ') }
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

const spacedWord = /[\p{L}\p{N}\p{M}]+/gu

/** How the words of a text are written there but for capitals, by the form in which an index compares them. */
export function writtenWords(text: string): ReadonlyMap<string, string> {
  const written = text.normalize('NFKC').match(spacedWord) ?? []
  return new Map(written.map((word) => [foldWord(word), word.toLowerCase()]))
}
