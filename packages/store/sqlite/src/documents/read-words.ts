import { decodeTermList, wordHash, type TermList } from '@recallite/keyword-ranking'
import type { ChunkWords, IndexWord } from '@recallite/store'
import { indexEntries } from '../keyword/index-writer.js'
import {
  createVocabularyTables,
  formInstanceTable,
  instanceTable,
  vocabularyTables,
} from '../keyword/vocabulary.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { createGeneration } from './status.js'

/** A chunk whose words are wanted: its row id, its term list, and how many words its text has. */
interface WordlessChunk {
  readonly row: number
  readonly words: Uint8Array
  readonly length: number
}

/**
 * Reads the words of chunks, by row id. FTS5 knows which chunks have a word, but not which words a chunk has: to ask it takes a
 * walk through the whole index. The term lists of Recallite have a hash for each word, in order, and the vocabulary has
 * the words of these hashes. What comes of that is right if it has the checksum of what FTS5 was given; only for other chunks the index
 * is walked through. A chunk whose words cannot be found is damaged, and left out.
 */
export function createWordReader(database: SqlDatabase) {
  createVocabularyTables(database)
  const checksums = database.prepare<{ row: number; checksum: number | null }>(
    `SELECT chunk_id AS row, index_checksum AS checksum
     FROM json_each(?) AS wanted CROSS JOIN chunk_word_list ON chunk_id = wanted.value`,
  )
  const walk = createIndexWalk(database)
  const vocabulary = createHashedVocabulary(database)

  return (chunks: readonly WordlessChunk[]): ReadonlyMap<number, ChunkWords> => {
    const rows = JSON.stringify(chunks.map(({ row }) => row))
    const expected = new Map(checksums.all(rows).map(({ row, checksum }) => [row, checksum]))
    const isRight = (row: number, words: ChunkWords) => indexEntries(words).checksum === expected.get(row)
    const found = new Map<number, ChunkWords>()
    const words = chunks.length > 0 ? vocabulary() : undefined
    const others = chunks.filter(({ row, words: list, length }) => {
      const right = words && wordsByHash(list, length, words).find((one) => isRight(row, one))
      if (right) found.set(row, right)
      return right === undefined
    })
    if (others.length === 0) return found
    for (const [row, walked] of walk(others)) if (isRight(row, walked)) found.set(row, walked)
    return found
  }
}

/** Words by their hashes: mostly one, sometimes several. */
type Hashed = ReadonlyMap<number, string | readonly string[]>

interface HashedWords {
  readonly stems: Hashed
  readonly forms: Hashed
}

/** The words of the index by their hashes, read again once the database has changed. */
function createHashedVocabulary(database: SqlDatabase): () => HashedWords {
  const read = (table: string) => database.prepare<{ term: string }>(`SELECT term FROM ${table}`)
  const [stems, forms] = [read(vocabularyTables.stem), read(vocabularyTables.form)]
  const generation = createGeneration(database)
  let known: (HashedWords & { readonly state: string }) | undefined
  return () => {
    const state = generation()
    if (known?.state !== state) {
      known = { stems: byHash(stems.iterate()), forms: byHash(forms.iterate()), state }
    }
    return known
  }
}

function byHash(rows: Iterable<{ readonly term: string }>): Hashed {
  const words = new Map<number, string | string[]>()
  for (const { term } of rows) {
    const hash = wordHash(term)
    const other = words.get(hash)
    words.set(hash, other === undefined ? term : [...(typeof other === 'string' ? [other] : other), term])
  }
  return words
}

/** So many ways to read a list of hashes are tried. */
const mostReadings = 64

/** What a term list may stand for: nothing if a hash is of no word, several if one is of several words. */
function wordsByHash(bytes: Uint8Array, length: number, { stems, forms }: HashedWords): ChunkWords[] {
  const list = decodeTermList(bytes)
  if (list.partsAt - list.textAt !== length) return []
  const hashes = [...list.numbers.subarray(list.textAt, list.marksAt)]
  const formHashes = [...list.numbers.subarray(list.formsAt)]
  const stemReadings = readingsOf(hashes, stems)
  const formReadings = readingsOf(formHashes, forms)
  if (stemReadings.length * formReadings.length > mostReadings) return []
  return stemReadings.flatMap((some) => formReadings.map((others) => toWords(list, some, others)))
}

/** Equal hashes are of one word; a reading gives each hash its word. */
function readingsOf(hashes: readonly number[], words: Hashed): string[][] {
  let choices: ReadonlyMap<number, string>[] = [new Map()]
  for (const hash of new Set(hashes)) {
    const word = words.get(hash)
    if (word === undefined) return []
    if (typeof word === 'string') continue
    choices = choices.flatMap((choice) => word.map((one) => new Map([...choice, [hash, one]])))
    if (choices.length > mostReadings) return []
  }
  return choices.map((choice) => hashes.map((hash) => choice.get(hash) ?? String(words.get(hash))))
}

function toWords(list: TermList, stems: readonly string[], forms: readonly string[]): ChunkWords {
  const { textAt, partsAt, placeAt, marksAt } = list
  let others = 0
  const words = stems.map((stem, index): IndexWord => {
    if (index >= partsAt - textAt || !isMarked(list, index)) return { form: stem, stem }
    others += 1
    return { form: forms[others - 1] ?? stem, stem }
  })
  return {
    text: words.slice(0, partsAt - textAt),
    parts: words.slice(partsAt - textAt, placeAt - textAt),
    place: words.slice(placeAt - textAt, marksAt - textAt),
  }
}

/** Whether a word's form is not its stem; 32 marks are in a number. */
function isMarked({ numbers, marksAt }: TermList, index: number): boolean {
  return (((numbers[marksAt + (index >> 5)] ?? 0) >>> (index & 31)) & 1) === 1
}

interface PlacedStem {
  readonly row: number
  readonly column: 'words' | 'parts' | 'place'
  readonly stem: string
}

/** Finds the words of some chunks among those of all. */
function createIndexWalk(database: SqlDatabase) {
  const within = 'doc IN (SELECT value FROM json_each(?))'
  const stemsSql = `SELECT doc AS row, col AS "column", term AS stem FROM ${instanceTable}
    WHERE ${within} ORDER BY doc, col, offset`
  const formsSql = `SELECT doc AS row, term AS form FROM ${formInstanceTable} WHERE ${within}`
  const placed = database.prepare<PlacedStem>(stemsSql)
  const written = database.prepare<{ row: number; form: string }>(formsSql)

  return function* (chunks: readonly WordlessChunk[]): Generator<[number, ChunkWords]> {
    const rows = JSON.stringify(chunks.map(({ row }) => row))
    const lists = new Map(chunks.map(({ row }) => [row, noWords()]))
    for (const { row, column, stem } of placed.iterate(rows)) lists.get(row)?.stems[column].push(stem)
    for (const { row, form } of written.iterate(rows)) lists.get(row)?.forms.push(form)
    for (const { row, length } of chunks) {
      const words = lists.get(row)
      if (words) yield [row, toChunkWords(words, length)]
    }
  }
}

/** What the index has of a chunk. */
interface WalkedWords {
  readonly stems: Readonly<Record<PlacedStem['column'], string[]>>
  readonly forms: string[]
}

const noWords = (): WalkedWords => ({ stems: { words: [], parts: [], place: [] }, forms: [] })

/** Forms are listed once. Words that the index does not take have neither form nor stem. */
function toChunkWords({ stems, forms }: WalkedWords, length: number): ChunkWords {
  const { words, parts, place } = stems
  const [first = ''] = forms
  const text = Array.from({ length }, (_, index): IndexWord => {
    return { stem: words[index] ?? '', form: forms[index] ?? first }
  })
  return { text, parts: parts.map(ownForm), place: place.map(ownForm) }
}

const ownForm = (stem: string): IndexWord => ({ form: stem, stem })
