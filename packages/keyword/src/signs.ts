import { lazyPattern } from './lazy-pattern.js'
import type { TextRange } from './snippet/text-range.js'

const codesOf = (signs: string) => new Set(Array.from(signs, (sign) => sign.charCodeAt(0)))
const leadingCodes = codesOf('.$#@%\\!:&~-')
const trailingCodes = codesOf('#♯+*-')
const signsBefore = lazyPattern(String.raw`(?<![\p{L}\p{N}\p{M}.$#@%\\!:&~-])(?:[.$#@%\\!:&~]|--?)$`, 'u')
const signsAfter = lazyPattern(String.raw`[#♯](?![\p{L}\p{N}#])|\+\+(?![\p{L}+])|\+(?![\p{L}\p{N}+=])`, 'uy')
/** Names of algorithms, grades and blood groups. */
const letterWithSign = lazyPattern(String.raw`(?<![*_])\p{L}\*(?![\p{L}\p{N}*_])|\p{Lu}-(?=[\s,;.)]|$)`, 'uy')

/** The range of a word with the signs of its name: `.NET`, `$PATH`, `--verbose`, `@scope`, `#channel`, `C++`, `A*`. */
export function nameRange(text: string, { start, end }: TextRange): TextRange {
  const mayLead = leadingCodes.has(text.charCodeAt(start - 1))
  const mayTrail = trailingCodes.has(text.charCodeAt(end))
  if (!mayLead && !mayTrail) return { start, end }
  const isWord = /\p{L}/u.test(text.charAt(start))
  const [signs = ''] = (mayLead && signsBefore().exec(text.slice(Math.max(0, start - 3), start))) || []
  return {
    start: isWord || signs === '#' ? start - signs.length : start,
    end: mayTrail && isWord ? endOf(text, { start, end }) : end,
  }
}

/** Whether the signs belong to the word: C# and C++ are not C. */
export function isLetterName(name: string): boolean {
  return /^\p{L}[#♯+]+$/u.test(name)
}

function endOf(text: string, { start, end }: TextRange): number {
  for (const [pattern, from] of [
    [signsAfter(), end],
    [letterWithSign(), start],
  ] as const) {
    pattern.lastIndex = from
    if (pattern.test(text) && pattern.lastIndex > end) return pattern.lastIndex
  }
  return end
}
