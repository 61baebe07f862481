/** A word of a chunk: as it is written, but for case and accents, and its stem. */
export interface RankedWord {
  readonly form: string
  readonly stem: string
}

/** The words of a chunk, each list in order. */
export interface RankedWords {
  /** Of its text and title; their number is the chunk's length. */
  readonly text: readonly RankedWord[]
  /** What its compound words are made of. */
  readonly parts: readonly RankedWord[]
  /** Words of its document's path. */
  readonly place: readonly RankedWord[]
  /** How many words the text begins with that are those of a title or a heading; default 0. */
  readonly titleLength?: number | undefined
}

/**
 * A chunk's words as hashes, which stand in `numbers`: the stems of the text, then those of its parts, then those of its
 * place. A mark for each word of the text follows, 32 in a number, on those whose form is not their stem; then come these
 * forms.
 */
export interface TermList {
  readonly numbers: Int32Array
  /** Where the text, its parts and its place begin. */
  readonly textAt: number
  /** Where the title and a first heading end in the text. */
  readonly titleEnd: number
  readonly partsAt: number
  readonly placeAt: number
  /** Where the place ends and the marks begin, and where these end and the forms begin. */
  readonly marksAt: number
  readonly formsAt: number
}

/** How many words a number has marks for. */
export const marksPerNumber = 32

const headerLength = 4
const bytesPerNumber = 4

/**
 * The words of a chunk as bytes that a store keeps and reads back: how many words the text has, how many with its parts, how
 * many with its place, how many of a title it begins with, then what `TermList` says; each a number of 32 bits, little-endian
 * as on every processor that SQLite's driver has a binary for.
 */
export function encodeTermList({ text, parts, place, titleLength = 0 }: RankedWords): Uint8Array {
  const { marks, forms } = otherForms(text)
  const count = text.length + parts.length + place.length
  const numbers = new Int32Array(headerLength + count + marks.length + forms.length)
  numbers.set([text.length, text.length + parts.length, count, titleLength])
  let at = headerLength
  for (const words of [text, parts, place]) {
    for (const { stem } of words) {
      numbers[at] = wordHash(stem)
      at += 1
    }
  }
  numbers.set(marks, headerLength + count)
  numbers.set(forms, headerLength + count + marks.length)
  return new Uint8Array(numbers.buffer)
}

/** Reads what `encodeTermList` wrote; of damaged bytes never more than is there. */
export function decodeTermList(kept: Uint8Array): TermList {
  const numbers = toNumbers(kept)
  const end = numbers.length
  const textAt = Math.min(headerLength, end)
  const after = (from: number, count: number) => Math.min(Math.max(from, textAt + count), end)
  const partsAt = after(textAt, numbers[0] ?? 0)
  const placeAt = after(partsAt, numbers[1] ?? 0)
  const marksAt = after(placeAt, numbers[2] ?? 0)
  const formsAt = Math.min(marksAt + Math.ceil((partsAt - textAt) / marksPerNumber), end)
  const titleEnd = Math.min(after(textAt, numbers[3] ?? 0), partsAt)
  return { numbers, textAt, titleEnd, partsAt, placeAt, marksAt, formsAt }
}

/** FNV-1a over UTF-16 units, 32 bits: two of a query's and a chunk's words have the same hash once in millions. */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5 | 0
  for (let index = 0; index < word.length; index += 1)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  return hash
}

/** The marks of a text's words whose form is not their stem, and the hashes of these forms. */
function otherForms(text: readonly RankedWord[]): { marks: Int32Array; forms: number[] } {
  const marks = new Int32Array(Math.ceil(text.length / marksPerNumber))
  const forms: number[] = []
  let index = -1
  for (const { stem, form } of text) {
    index += 1
    if (form === stem) continue
    const at = Math.floor(index / marksPerNumber)
    marks[at] = (marks[at] ?? 0) | (1 << (index % marksPerNumber))
    forms.push(wordHash(form))
  }
  return { marks, forms }
}

/** Numbers of 32 bits have to begin at a multiple of their size. */
function toNumbers(kept: Uint8Array): Int32Array {
  const bytes = kept.byteOffset % bytesPerNumber === 0 ? kept : kept.slice()
  return new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / bytesPerNumber))
}
