import { createRandom } from '../random.js'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const letters = lower + lower.toUpperCase()

/** Random texts of a given length, the same for the same seed. Each has a digit and a letter of each case if its alphabet does. */
export function randomTexts(seed: number) {
  const random = createRandom(seed)
  const from =
    (alphabet: string) =>
    (length: number): string => {
      for (;;) {
        const text = Array.from({ length }, () => random.pick([...alphabet])).join('')
        const isMixed = [/\d/u, /[a-z]/u, /[A-Z]/u].every((kind) => kind.test(text) || !kind.test(alphabet))
        if (isMixed && /^\w.*\w$/u.test(text)) return text
      }
    }
  return {
    base62: from(letters + digits),
    base64: from(`${letters}${digits}+/`),
    base64Url: from(`${letters}${digits}-_`),
    base32: from(`${lower.toUpperCase()}234567`),
    hex: from(`${digits}abcdef`),
    upper: from(lower.toUpperCase() + digits),
    lower: from(lower + digits),
    digits: from(digits),
    /** As people choose or generate them, without characters that end a value in a file. */
    password: from(`${letters}${digits}!#*_-`),
  }
}
