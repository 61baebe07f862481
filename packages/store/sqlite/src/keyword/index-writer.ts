import { wordHash } from '@recallite/keyword/ranking'
import type { ChunkWords, IndexWord } from '@recallite/store'
import { sumOf } from '../documents/checksum.js'
import type { SqlDatabase } from '../connection/sql-database.js'

const separators = /[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/gu
const changed = /[\0-\x2f\x3a-\x60\x7b-\x7f]/u
const capital = /[A-Z]/u

/** The most bytes that FTS5 keeps of a word, and from how many UTF-16 units on a word may have more. */
const longest = 32_768
const mayBeLonger = longest / 3

/** What the tables of FTS5 are to hold of a chunk, and its checksum. */
export type IndexEntries = ReturnType<typeof indexEntries>

/** Chunks' words in the tables of FTS5; to be called inside a transaction. */
export function createIndexWriter(database: SqlDatabase) {
  const insertWords = database.prepare(
    'INSERT INTO chunk_words (rowid, words, parts, place) VALUES (?, ?, ?, ?)',
  )
  const insertForms = database.prepare('INSERT INTO chunk_forms (rowid, forms) VALUES (?, ?)')
  return {
    add(chunkId: number, { text, parts, place, forms }: IndexEntries): void {
      insertWords.run(chunkId, text, parts, place)
      insertForms.run(chunkId, forms)
    },
  }
}

/** The entries of a chunk's words. */
export function indexEntries({ text, parts, place }: ChunkWords) {
  const lists = {
    text: readTokens(stemsOf(text), 0),
    parts: readTokens(stemsOf(parts), 1),
    place: readTokens(stemsOf(place), 2),
    forms: readTokens(formsOf(text), 3),
  }
  return {
    /** Stems, separated by spaces. */
    text: lists.text.tokens,
    parts: lists.parts.tokens,
    place: lists.place.tokens,
    forms: lists.forms.tokens,
    checksum: sumOf(Object.values(lists).map(({ checksum }) => checksum)),
  }
}

function stemsOf(words: readonly IndexWord[]): string[] {
  const stems: string[] = []
  for (const { stem } of words) stems.push(stem)
  return stems
}

function formsOf(words: readonly IndexWord[]): string[] {
  const forms = new Set<string>()
  for (const { form } of words) forms.add(form)
  return [...forms]
}

/** A word as FTS5 has it: what its tokenizer would cut at is left out, and so nothing in it is ever syntax. */
export function indexToken(word: string): string {
  // Few words have such characters, and looking for one is several times faster than replacing none.
  return changed.test(word) ? word.toWellFormed().replace(separators, '') : word.toWellFormed()
}

/** A word as FTS5 is asked for it; '' where no word can be it, for FTS5 would find others that are like it. */
export const queryToken = (word: string): string => (changed.test(word) ? '' : word.toWellFormed())

function heldWord(token: string): string {
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

const columnFactor = 0x9e3779b1

/** One entry of the index; a chunk's checksum is the sum of its entries', in 32 bits. */
export function entryChecksum(word: string, { column, offset }: IndexPlace): number {
  const hash = wordHash(word) ^ Math.imul(column + 1, columnFactor)
  return mixed(mixed(hash) + offset) >>> 0
}

function readTokens(words: readonly string[], column: IndexPlace['column']) {
  const tokens = words.map(indexToken)
  const held = tokens.filter((token) => token !== '').map(heldWord)
  const entries = column === 3 ? [...new Set(held)] : held
  let checksum = 0
  for (const [offset, word] of entries.entries())
    checksum = (checksum + entryChecksum(word, { column, offset: column === 3 ? 0 : offset })) >>> 0
  return { tokens: tokens.join(' '), checksum }
}
