import { lazyPattern } from './lazy-pattern.js'

/** Where a letter begins a new word inside a name: `camelCase`, `HTTPServer`, `utf8`, `sha256sum`. */
const boundary = lazyPattern(
  String.raw`(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})`,
  'gu',
)

/** The same among letters and digits of ASCII, which most names are made of. */
const asciiBoundary =
  /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z]{2})(?=[0-9])|(?<=[0-9])(?=[A-Za-z]{2})/g
const ascii = /^[\0-\x7f]*$/

const longestName = 128
const digits = /^[0-9]+$/
const shortestHash = 16
const hash = /^[0-9a-f]+$/iu

/** Whether small letters of ASCII follow a letter and nothing else does: so most words are, and they have no boundary. */
function isPlain(name: string): boolean {
  for (let place = 1; place < name.length; place += 1) {
    const code = name.charCodeAt(place)
    if (code < 97 || code > 122) return false
  }
  const first = name.charCodeAt(0)
  return first > 57 && first <= 122
}

function isHash(name: string): boolean {
  return name.length >= shortestHash && hash.test(name)
}

/** The words that a name is written together of, as they stand; none where it is one word, or a hash. */
export function compoundParts(name: string): string[] {
  if (isPlain(name) || digits.test(name) || name.length > longestName || isHash(name)) return []
  const parts = name.split(ascii.test(name) ? asciiBoundary : boundary())
  return parts.length > 1 ? parts : []
}
