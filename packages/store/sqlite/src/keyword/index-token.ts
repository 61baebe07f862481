const separators = /[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/gu
const changed = /[\0-\x2f\x3a-\x60\x7b-\x7f]/u

/** Whether a word is nothing but small letters and digits of ASCII, as most are: then it is its own token. */
function isPlain(word: string): boolean {
  for (let place = 0; place < word.length; place += 1) {
    const code = word.charCodeAt(place)
    const isLetterOrDigit = code <= 122 && (code >= 97 || (code >= 48 && code <= 57))
    if (!isLetterOrDigit) return false
  }
  return true
}

/** A word as FTS5 has it: what its tokenizer would cut at is left out, and so nothing in it is ever syntax. */
export function indexToken(word: string): string {
  return isPlain(word) ? word : word.toWellFormed().replace(separators, '')
}

/** A word as FTS5 is asked for it; '' where no word can be it, for FTS5 would find others that are like it. */
export function queryToken(word: string): string {
  return changed.test(word) ? '' : word.toWellFormed()
}
