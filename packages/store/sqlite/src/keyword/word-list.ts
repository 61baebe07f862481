import { endianness } from 'node:os'
import type { ChunkWords, IndexWord } from '@recallite/store'
import { wordHash } from './word-hash.js'

/**
 * A chunk's words as hashes, a part of `numbers` that begins with the stems: those of the text first, then those of
 * its parts, then those of its place. A mark for each word of the text follows, 32 in a number, on those whose form is
 * not their stem; then come these forms.
 */
export interface WordList {
  readonly numbers: Int32Array
  /** Where the text, its parts and its place begin, each in `numbers`. */
  readonly textAt: number
  readonly partsAt: number
  readonly placeAt: number
  /** Where the place ends and the marks begin, where these end and the forms begin, and where all ends. */
  readonly marksAt: number
  readonly formsAt: number
  readonly end: number
}

const headerLength = 3
const bytesPerNumber = 4

/** How many words a number has marks for. */
export const marksPerNumber = 32

function toBytes(numbers: Int32Array): Buffer {
  const bytes = Buffer.from(numbers.buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

/** The marks of a text's words whose form is not their stem, and the hashes of these forms. */
function otherForms(text: readonly IndexWord[]): { marks: Int32Array; forms: number[] } {
  const marks = new Int32Array(Math.ceil(text.length / marksPerNumber))
  const forms: number[] = []
  let index = 0
  for (const { stem, form } of text) {
    if (form !== stem) {
      const at = Math.floor(index / marksPerNumber)
      marks[at] = (marks[at] ?? 0) | (1 << (index % marksPerNumber))
      forms.push(wordHash(form))
    }
    index += 1
  }
  return { marks, forms }
}

/**
 * The list as it is kept: three numbers (how many words the text has, how many with its parts, how many with its place),
 * then what `WordList` says; 32 bits each, little-endian.
 */
export function encodeWordList({ text, parts, place }: ChunkWords): Buffer {
  const { marks, forms } = otherForms(text)
  const count = text.length + parts.length + place.length
  const numbers = new Int32Array(headerLength + count + marks.length + forms.length)
  numbers.set([text.length, text.length + parts.length, count])
  let at = headerLength
  for (const words of [text, parts, place]) {
    for (const { stem } of words) {
      numbers[at] = wordHash(stem)
      at += 1
    }
  }
  numbers.set(marks, at)
  numbers.set(forms, at + marks.length)
  return toBytes(numbers)
}

/** The numbers of lists that were kept, one behind the other. */
export function decodeNumbers(kept: Uint8Array): Int32Array {
  const isUsable = endianness() === 'LE' && kept.byteOffset % bytesPerNumber === 0
  const bytes = isUsable ? kept : Uint8Array.from(kept)
  if (endianness() !== 'LE') Buffer.from(bytes.buffer).swap32()
  return new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / bytesPerNumber))
}

/** What `encodeWordList` wrote, found in a part of these numbers; never more than is there. */
export function readWordList(
  numbers: Int32Array,
  [start, stop]: readonly [start: number, stop: number],
): WordList {
  const end = Math.min(stop, numbers.length)
  const textAt = Math.min(start + headerLength, end)
  const after = (from: number, count: number) => Math.min(Math.max(from, textAt + count), end)
  const partsAt = after(textAt, numbers[start] ?? 0)
  const placeAt = after(partsAt, numbers[start + 1] ?? 0)
  const marksAt = after(placeAt, numbers[start + 2] ?? 0)
  const formsAt = Math.min(marksAt + Math.ceil((partsAt - textAt) / marksPerNumber), end)
  return { numbers, textAt, partsAt, placeAt, marksAt, formsAt, end }
}
