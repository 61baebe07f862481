const separators = /[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/gu
const changed = /[\0-\x2f\x3a-\x60\x7b-\x7f]/u

/** A word as FTS5 has it: what its tokenizer would cut at is left out, and so nothing in it is ever syntax. */
export function indexToken(word: string): string {
  return word.toWellFormed().replace(separators, '')
}

/** A word as FTS5 is asked for it; '' where no word can be it, for FTS5 would find others that are like it. */
export function queryToken(word: string): string {
  return changed.test(word) ? '' : word.toWellFormed()
}
