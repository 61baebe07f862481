import type { Language } from '../languages/language.js'

/** Beside the first letter, so that both are one number. */
const letters = 128

/** The code of a letter, in lower case if it is ASCII; 0 behind the end. */
function letterAt(word: string, place: number): number {
  const code = place < word.length ? word.charCodeAt(place) : 0
  return code >= 65 && code <= 90 ? code + 32 : code
}

/** Kana and ideographs, which folding leaves as they are; of what else is not ASCII it may make other letters. */
function isFolded(code: number): boolean {
  return code < letters || (code >= 0x3041 && code <= 0x9fff)
}

/**
 * Tells by its first letters whether the stem of a word may begin as one of these does, without the time that folding and
 * stemming take. Stems keep the first letter of their words; English ones the second as well, unless it is their last.
 * Turkish has exceptions: of what it leaves alone it hardens the `b` to `p`.
 * @returns takes a word in normal form; false if it is none of them for sure
 */
export function firstLettersOf(stems: readonly string[], language: Language): (word: string) => boolean {
  if (language === 'tr' || stems.includes('')) return () => true
  const first = new Set<number>()
  const whole = new Set<number>()
  for (const stem of stems) {
    const code = letterAt(stem, 0)
    first.add(code)
    const isKept = language === 'en' && stem.length > 2
    whole.add(code * letters + (isKept ? letterAt(stem, 1) : 0))
  }
  return (word) => {
    const code = letterAt(word, 0)
    if (!isFolded(code)) return true
    if (!first.has(code)) return false
    if (whole.has(code * letters)) return true
    const second = letterAt(word, 1)
    return !isFolded(second) || whole.has(code * letters + second)
  }
}
