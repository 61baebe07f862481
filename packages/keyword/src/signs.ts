import { lazyPattern } from './lazy-pattern.js'
import type { TextRange } from './snippet/text-range.js'

const leading = new Set('.$#@%\\!:&~-{')
/** How many letters a word may have with a sign after it: one in `A-`, two in `AT&T`. */
const maxLetters: ReadonlyMap<string, number> = new Map([
  ...['#', '♯', '+', '*'].map((sign) => [sign, Infinity] as const),
  ['-', 1],
  ['&', 2],
])
const isCommon = /[0-9A-Za-z]/
const signsBefore = lazyPattern(
  String.raw`(?<![\p{L}\p{N}\p{M}.$#@%\\!:&~-])(?:\$\{|[.$#@%\\!:&~]|--?)$`,
  'u',
)
const signsAfter = lazyPattern(String.raw`[#♯](?![\p{L}\p{N}#])|\+\+(?![\p{L}+])|\+(?![\p{L}\p{N}+=])`, 'uy')
/** Names of algorithms, grades, blood groups and companies. */
const letterWithSign = lazyPattern(
  String.raw`(?<![*_])\p{L}\*(?![\p{L}\p{N}*_])|\p{Lu}-(?=[\s,;.)]|$)|\p{Lu}{1,2}&\p{Lu}{1,2}(?![\p{L}\p{N}])`,
  'uy',
)
/** The rest of a name such as `#rust-beginners`, `@scope/name`, `$JAVA_HOME`, `--no-verify`. */
const longName = lazyPattern(String.raw`(?:[-_/][\p{L}\p{N}\p{M}]+)+`, 'uy')

/** Whether a run may have signs; far faster than `nameRange`. */
export function maySign(text: string, start: number, end: number): boolean {
  if (end - start <= (maxLetters.get(text.charAt(end)) ?? 0)) return true
  return leading.has(text.charAt(start - 1)) && !isCommon.test(text.charAt(start - 2))
}

/** The range of a word with the signs of its name: `.NET`, `$PATH`, `--verbose`, `@scope`, `#channel`, `C++`, `A*`. */
export function nameRange(text: string, { start, end }: TextRange): TextRange {
  const isWord = /\p{L}/u.test(text.charAt(start))
  const [signs = ''] = signsBefore().exec(text.slice(Math.max(0, start - 3), start)) ?? []
  return {
    start: isWord || signs === '#' ? start - signs.length : start,
    end: isWord ? endOf(text, { start, end }) : end,
  }
}

/** The end of a longer name whose first word has the signs that it begins with; `end` without any. */
export function longNameEnd(text: string, start: number, end: number): number {
  const rest = longName()
  rest.lastIndex = end
  return /[#@$-]/.test(text.charAt(start)) && rest.test(text) ? rest.lastIndex : end
}

/** Whether the signs belong to the word: C# and C++ are not C. */
export function isLetterName(name: string): boolean {
  return /^\p{L}[#♯+]+$/u.test(name)
}

function endOf(text: string, { start, end }: TextRange): number {
  const [after, letter] = [signsAfter(), letterWithSign()]
  after.lastIndex = end
  letter.lastIndex = start
  if (after.test(text)) return after.lastIndex
  return letter.test(text) && letter.lastIndex > end ? letter.lastIndex : end
}
