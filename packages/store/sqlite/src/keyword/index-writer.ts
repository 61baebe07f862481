import { wordHash } from '@recallite/keyword/ranking'
import type { ChunkWords, IndexWord } from '@recallite/store'
import { sumOf } from '../documents/checksum.js'

const separators = /[\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/gu
const changed = /[\0-\x2f\x3a-\x60\x7b-\x7f]/u
const capital = /[A-Z]/u

/** The maximum bytes of a word in FTS5, and the UTF-16 units from which a word may have more. */
const maxWordBytes = 32_768
const mayBeLonger = maxWordBytes / 3

/** The entries of a chunk in FTS5, and their checksum. */
export type IndexEntries = ReturnType<typeof indexEntries>

export function indexEntries({ text, parts, place }: ChunkWords) {
  const lists = {
    text: readTokens(text, stemOf, 0),
    parts: readTokens(parts, stemOf, 1),
    place: readTokens(place, stemOf, 2),
    forms: readTokens(text, formOf, 3),
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

const stemOf = ({ stem }: IndexWord): string => stem
const formOf = ({ form }: IndexWord): string => form

/** A word as FTS5 stores it, without the characters at which its tokenizer would split, so that it is never syntax. */
export function indexToken(word: string): string {
  // Few words have such characters, and testing is several times faster than replacing nothing.
  return changed.test(word) ? word.toWellFormed().replace(separators, '') : word.toWellFormed()
}

/** A word as a query term for FTS5; '' if no token can be equal to it, since FTS5 would match similar ones. */
export const queryToken = (word: string): string => (changed.test(word) ? '' : word.toWellFormed())

/** Words that FTS5 stores unchanged, as nearly all: several times as fast as the other patterns. */
const storedAsIs = /^[0-9a-z\u0080-\ud7ff\ue000-\uffff]+$/

const isStoredAsIs = (word: string): boolean => word.length < mayBeLonger && storedAsIs.test(word)

function storedWord(token: string): string {
  const folded = capital.test(token)
    ? token.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase())
    : token
  return folded.length < mayBeLonger ? folded : Buffer.from(folded).subarray(0, maxWordBytes).toString()
}

/** The finaliser of MurmurHash3: every bit of a sum of hashes depends on every bit of each. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** The position of a word in the index; forms have none. */
export interface IndexPosition {
  readonly column: 0 | 1 | 2 | 3
  readonly offset: number
}

const columnFactor = 0x9e3779b1

/** The checksum of one entry; that of a chunk is the sum of its entries' in 32 bits. */
export function entryChecksum(word: string, { column, offset }: IndexPosition): number {
  const hash = wordHash(word) ^ Math.imul(column + 1, columnFactor)
  return mixed(mixed(hash) + offset) >>> 0
}

/** Forms are a set, without positions. */
function readTokens(
  words: readonly IndexWord[],
  textOf: (word: IndexWord) => string,
  column: IndexPosition['column'],
) {
  const isSet = column === 3
  const seen = new Set<string>()
  let [tokens, checksum, offset] = ['', 0, 0]
  for (const word of words) {
    const text = textOf(word)
    const isAsIs = isStoredAsIs(text)
    const token = isAsIs ? text : indexToken(text)
    const stored = isAsIs ? text : storedWord(token)
    if (stored === '' || (isSet && seen.has(stored))) continue
    if (isSet) seen.add(stored)
    tokens = tokens === '' ? token : `${tokens} ${token}`
    checksum = (checksum + entryChecksum(stored, { column, offset })) >>> 0
    if (!isSet) offset += 1
  }
  return { tokens, checksum }
}
