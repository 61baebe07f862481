/** A word of a chunk: its form without case and accents, and its stem. */
export interface RankedWord {
  readonly form: string
  readonly stem: string
}

/** The words of a chunk, each list in order. */
export interface RankedWords {
  /** The words of the text and title; their number is the chunk's length. */
  readonly text: readonly RankedWord[]
  /** The parts of compound words. */
  readonly parts: readonly RankedWord[]
  /** The words of the document's path. */
  readonly place: readonly RankedWord[]
  /** The number of words at the beginning of the text that belong to a title or a heading; default 0. */
  readonly titleLength?: number | undefined
}

/**
 * A chunk's words as hashes in `numbers`: the stems of the text, of its parts and of its path; then one bit for each word
 * of the text, 32 in a number, set if the form differs from the stem; then those forms.
 */
export interface TermList {
  readonly numbers: Int32Array
  /** The starts of the text, its parts and its path. */
  readonly textAt: number
  /** The end of the title and a first heading in the text. */
  readonly titleEnd: number
  readonly partsAt: number
  readonly placeAt: number
  /** The starts of the marks and of the forms. */
  readonly marksAt: number
  readonly formsAt: number
}

/** The number of words whose marks fit into one number. */
export const marksPerNumber = 32

const headerLength = 4
const bytesPerNumber = 4

/**
 * The words of a chunk as bytes for a store: the number of words in the text, in text and parts, in text, parts and path, and
 * in the title, then the numbers of `TermList`. All are 32 bits, little-endian like every processor that SQLite's driver has a
 * binary for.
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

/** Reads the bytes of `encodeTermList`. Never reads beyond the end of damaged bytes. */
export function decodeTermList(bytes: Uint8Array): TermList {
  // An Int32Array must begin at a multiple of four bytes.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % bytesPerNumber === 0 ? bytes : bytes.slice()
  const numbers = new Int32Array(buffer, byteOffset, Math.floor(byteLength / bytesPerNumber))
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

/** FNV-1a over UTF-16 units, 32 bits: a word of a query and another of a chunk collide once in millions of pairs. */
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
