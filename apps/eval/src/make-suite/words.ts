import { isStopWord, wordsOf } from '@recallite/analysis'

/** A text as its words. */
export interface TextWords {
  /** As an index compares them: in small letters, without punctuation. */
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
  const units = read.flatMap((word) => word.units)
  return { words: read.map((word) => word.text.toLowerCase()), form: units.join(' ').toLowerCase() }
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
