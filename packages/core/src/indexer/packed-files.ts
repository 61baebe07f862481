import type { IndexWord, NewChunk, StoredDocument } from '@recallite/store'
import type { PreparedFile } from './prepare-file.js'

/**
 * Prepared files as they are sent to another thread. To copy each word of a chunk as an object would take longer than to cut
 * the text: words that were not sent before are sent once, and chunks as numbers of words.
 */
export interface PackedFiles {
  readonly files: readonly PackedFile[]
  /** The words that follow those that were sent before, one on a line. */
  readonly forms: string
  readonly stems: string
  /** Whether what was sent before no longer counts. */
  readonly isAnew: boolean
  /** For each document how many words its place has and their numbers; for each chunk the same of its text and of its parts. */
  readonly words: Int32Array
  /** The lengths of the term lists, and the term lists. */
  readonly lengths: Int32Array
  readonly termLists: Uint8Array
}

type PackedFile = Exclude<PreparedFile, { kind: 'cut' }> | PackedDocument

interface PackedDocument {
  readonly kind: 'cut'
  readonly document: StoredDocument
  readonly chunks: readonly Omit<NewChunk, 'words' | 'termList'>[]
  readonly length: number
}

/** After this many different words the numbers begin anew, so that neither side holds more. */
const mostWords = 50_000

/** Packs one group of files after the other, for one receiver. `buffers` are to be transferred, not copied. */
export function createFilePacker() {
  const numbers = new Map<IndexWord, number>()

  return (prepared: readonly PreparedFile[]): { packed: PackedFiles; buffers: ArrayBuffer[] } => {
    const isAnew = numbers.size > mostWords
    if (isAnew) numbers.clear()
    const fresh: IndexWord[] = []
    const words: number[] = []
    const lists: Uint8Array[] = []

    function addWords(added: readonly IndexWord[]): void {
      words.push(added.length)
      for (const word of added) {
        let number = numbers.get(word)
        if (number === undefined) {
          number = numbers.size
          numbers.set(word, number)
          fresh.push(word)
        }
        words.push(number)
      }
    }

    const files = prepared.map((file): PackedFile => {
      if (file.kind !== 'cut') return file
      const { document, chunks } = file.document
      addWords(chunks[0]?.words.place ?? [])
      const packed = chunks.map(({ words: own, termList, ...chunk }) => {
        addWords(own.text)
        addWords(own.parts)
        lists.push(termList)
        return chunk
      })
      return { kind: 'cut', document, chunks: packed, length: file.length }
    })
    const forms = fresh.map(({ form }) => form).join('\n')
    const stems = fresh.map(({ stem }) => stem).join('\n')
    const typed = Int32Array.from(words)
    const termLists = joinBytes(lists)
    const lengths = Int32Array.from(lists, (list) => list.length)
    const packed = { files, forms, stems, isAnew, words: typed, lengths, termLists }
    return { packed, buffers: [typed.buffer, termLists.buffer, lengths.buffer] }
  }
}

function joinBytes(lists: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    joined.set(list, at)
    at += list.length
  }
  return joined
}

/** Unpacks what one packer packed, in the same order. */
export function createFileUnpacker() {
  let known: IndexWord[] = []

  return ({ files, forms, stems, isAnew, words, lengths, termLists }: PackedFiles): PreparedFile[] => {
    if (isAnew) known = []
    const stemOf = stems.split('\n')
    if (forms !== '')
      for (const [index, form] of forms.split('\n').entries()) known.push({ form, stem: stemOf[index] ?? '' })
    let at = 0
    let list = 0
    let byte = 0

    function takeWords(): IndexWord[] {
      const length = words[at] ?? 0
      const taken = Array.from(words.subarray(at + 1, at + 1 + length), (number) => known[number])
      at += 1 + length
      return taken.filter((word) => word !== undefined)
    }

    function takeList(): Uint8Array {
      const from = byte
      byte += lengths[list] ?? 0
      list += 1
      return termLists.subarray(from, byte)
    }

    return files.map((file): PreparedFile => {
      if (file.kind !== 'cut') return file
      const { document, chunks, length } = file
      const place = takeWords()
      const unpacked = chunks.map((chunk): NewChunk => {
        const [text, parts] = [takeWords(), takeWords()]
        return { ...chunk, words: { text, parts, place }, termList: takeList() }
      })
      return { kind: 'cut', document: { document, chunks: unpacked }, length }
    })
  }
}
