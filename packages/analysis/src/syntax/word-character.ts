import { lazyPattern } from '../lazy-pattern.js'

const common = /[0-9A-Za-z]/
const wordCharacter = lazyPattern(String.raw`[\p{L}\p{N}\p{M}\p{Co}]`, 'u')

/** Whether there is anything in a text that an index holds: a letter, a digit, a mark, a character for private use. */
export function hasWordCharacter(text: string): boolean {
  return common.test(text) || wordCharacter().test(text)
}
