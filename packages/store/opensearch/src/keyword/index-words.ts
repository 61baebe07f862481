import { hash } from 'node:crypto'
import type { ChunkWords, IndexWord } from '@recallite/store'

/** The maximum length of an indexed text; OpenSearch accepts 32,766 bytes, and patterns much shorter ones. */
const maxLength = 500

/** Stands for a word that no query finds, so that its neighbours are not adjacent. Words have no such character. */
const gap = '\uF8F1'

/** The key of texts: half of the SHA-256 of their UTF-8 bytes, in hexadecimal. */
export const textKey = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('\0').toWellFormed()).slice(0, 32)

/** A text as it is indexed: a long one ends with its key. */
export function indexed(text: string): string {
  const valid = text.toWellFormed()
  return valid.length > maxLength ? `${valid.slice(0, maxLength).toWellFormed()}${textKey(text)}` : valid
}

/** A word as it is indexed; undefined for one that cannot be separated from others, or is empty. */
export function indexedWord(word: string): string | undefined {
  return word === '' || /[\s|\p{Cc}\p{Cs}\p{Z}]/u.test(word) ? undefined : indexed(word)
}

/** The indexed forms of words that have one. */
export const indexedWords = (words: readonly string[]) => words.flatMap((word) => indexedWord(word) ?? [])

/** Whether a text consists of letters, marks and digits. */
export const isWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]{1,500}$/u.test(text)

function sequence(words: readonly IndexWord[]): string {
  const pairs = words.map(({ form, stem }) => [indexedWord(form) ?? gap, indexedWord(stem) ?? gap])
  return pairs.map(([form, stem]) => (form === stem ? stem : `${form}|${stem}`)).join(' ')
}

export function wordFields({ text, parts, place }: ChunkWords) {
  return { text: sequence(text), parts: sequence(parts), place: sequence(place), length: text.length }
}
