import { lazyPattern } from '../lazy-pattern.js'

const prefix = lazyPattern(String.raw`^-?([\p{L}\p{M}\p{N}]{3,})\*$`, 'u')
const emphasis = /^\*+[^\s*]/u
const code = /[;={}<>|&\\`]|[^(]\(/u
const pointer = /^(?:bool|char|const|double|float|int|long|short|struct|unsigned|void|FILE)\*$/u

/** The letters of `auth*` or `-auth*`; undefined for what is no prefix. */
export function readPrefix(word: string): string | undefined {
  return word.endsWith('*') ? prefix().exec(word)?.[1] : undefined
}

/** Whether a star behind a word stands for its other endings, rather than for emphasis, a pointer or a product. */
export function starsCount(words: readonly string[]): boolean {
  return !words.some((word, index) => {
    if (emphasis.test(word) || code.test(word)) return true
    return pointer.test(word) && index + 1 < words.length
  })
}
