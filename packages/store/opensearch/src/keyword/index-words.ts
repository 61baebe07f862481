import { createHash } from 'node:crypto'
import type { ChunkWords, IndexWord } from '@recallite/store'

/** The maximum length of an indexed text; OpenSearch accepts 32,766 bytes, and patterns much shorter ones. */
const maxLength = 500

/** Stands for a word that no query finds, so that its neighbours are not adjacent. Words have no such character. */
const gap = '\uF8F1'

/** The key of texts: half of the SHA-256 of their UTF-8 bytes, in hexadecimal. */
export function textKey(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\0').toWellFormed())
  return hash.digest('hex').slice(0, 32)
}

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
export const indexedWords = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => indexedWord(word) ?? [])),
]

/** Whether a text consists of letters, marks and digits. */
export const isWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]{1,500}$/u.test(text)

function sequence(words: readonly IndexWord[]): string {
  const indexedForms = words.map((word) => {
    const [form, stem] = [indexedWord(word.form) ?? gap, indexedWord(word.stem) ?? gap]
    return form === stem ? stem : `${form}|${stem}`
  })
  return indexedForms.join(' ')
}

export function wordFields({ text, parts, place }: ChunkWords) {
  return { text: sequence(text), parts: sequence(parts), place: sequence(place), length: text.length }
}
