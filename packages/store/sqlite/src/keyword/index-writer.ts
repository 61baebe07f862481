import { wordHash } from '@recallite/keyword-ranking'
import type { ChunkWords, IndexWord } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'

const separators = /[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/gu
const changed = /[\0-\x2f\x3a-\x60\x7b-\x7f]/u
const capital = /[A-Z]/u

/** The most bytes that FTS5 keeps of a word, and from how many UTF-16 units on a word may have more. */
const longest = 32_768
const mayBeLonger = longest / 3

/** Chunks' words in the tables of FTS5; to be called inside a transaction. */
export function createIndexWriter(database: SqlDatabase) {
  const insertWords = database.prepare(
    'INSERT INTO chunk_words (rowid, words, parts, place) VALUES (?, ?, ?, ?)',
  )
  const insertForms = database.prepare('INSERT INTO chunk_forms (rowid, forms) VALUES (?, ?)')
  return {
    /**
     * Adds a chunk's words. FTS5 writes what it was given to disk whenever another table's statement begins that may have
     * to be undone by itself, as those with triggers do: chunks are best added one right behind the other.
     */
    add(chunkId: number | bigint, { text, parts, place }: ChunkWords): void {
      insertWords.run(chunkId, ...[text, parts, place].map((list) => indexTokens(list, 'stem')))
      insertForms.run(chunkId, indexTokens(text, 'form'))
    },
  }
}

function indexTokens(words: readonly IndexWord[], form: keyof IndexWord): string {
  return words.map((word) => indexToken(word[form])).join(' ')
}

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

function heldWord(token: string): string {
  // Few words have capitals, and looking for one is several times faster than replacing none.
  const folded = capital.test(token)
    ? token.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase())
    : token
  return folded.length < mayBeLonger ? folded : Buffer.from(folded).subarray(0, longest).toString()
}

/** Finaliser of MurmurHash3: every bit of a sum of hashes is to depend on every bit of each. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Where a word stands in the index; forms have no place in it. */
export interface IndexPlace {
  readonly column: 0 | 1 | 2 | 3
  readonly offset: number
}

/** One entry of the index; a chunk's checksum is the sum of its entries', in 32 bits. */
export function entryChecksum(word: string, { column, offset }: IndexPlace): number {
  return mixed(mixed(wordHash(word) ^ Math.imul(column + 1, 0x9e3779b1)) + offset) >>> 0
}

function listChecksum(words: readonly IndexWord[], column: 0 | 1 | 2): number {
  let sum = 0
  let offset = 0
  for (const { stem } of words) {
    const token = indexToken(stem)
    if (token === '') continue
    sum = (sum + entryChecksum(heldWord(token), { column, offset })) >>> 0
    offset += 1
  }
  return sum
}

/** Of all that the index is to hold of a chunk. */
export function indexChecksum({ text, parts, place }: ChunkWords): number {
  const forms = new Set(text.map(({ form }) => heldWord(indexToken(form))))
  forms.delete('')
  let sum = listChecksum(text, 0) + listChecksum(parts, 1) + listChecksum(place, 2)
  for (const form of forms) sum = (sum + entryChecksum(form, { column: 3, offset: 0 })) >>> 0
  return sum >>> 0
}
