import {
  addPlace,
  countless,
  createPlaceBits,
  lengthNorm,
  listKey,
  saturationAt,
  type ListedFeature,
  type PlaceBits,
} from '@recallite/keyword-ranking'
import type { KeywordQuery } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { createGeneration } from '../status.js'
import { queryToken } from './index-writer.js'
import { matchExpression } from './match-expression.js'
import { parseNumberList, seek } from './number-list.js'
import { createSortedNumbers, type SortedNumbers } from './places-in.js'
import { createVocabularyTables, instanceTable } from './vocabulary.js'

/** The statements that ask the index for rows. One list of all rows is read six times as fast as a row for each. */
export const rowSql = {
  matches: 'SELECT CAST(group_concat(rowid) AS BLOB) AS rows FROM chunk_words WHERE chunk_words MATCH ?',
  /** Each row as often as the word stands in it, with the number of its place in the text, from 1, or 0 for a place beside it. */
  instances: `SELECT CAST(group_concat(doc) AS BLOB) AS rows,
CAST(group_concat(CASE col WHEN 'words' THEN offset + 1 ELSE 0 END) AS BLOB) AS places
FROM ${instanceTable} WHERE term = ?`,
  /** By an index that has nothing else: the word lists themselves are large. */
  lengths: `SELECT CAST(group_concat(list.chunk_id) AS BLOB) AS rows, CAST(group_concat(list.length) AS BLOB) AS numbers
FROM chunk_word_list AS list INDEXED BY chunk_word_list_by_length ORDER BY list.chunk_id`,
}

/**
 * The chunks that have something, as positions in `ChunkLengths` in rising order, each with a code: in its last `levelBits` how
 * often the chunk has it, and before them how far that satisfies BM25, in steps of `partOf`, rounded up.
 */
export interface Postings {
  readonly found: SortedNumbers
  readonly codes: Uint16Array
  /** Where in the text the word stands, as far as that is known. */
  readonly places: PlaceBits
}

/** A level of 1, 2 or 3 says how often at most, as `createScoreBounds` counts: once or twice in the text, or countless times. */
export const levelBits = 2
export const countOfLevel = Uint8Array.of(0, 2, 4, countless)

export const mostParts = (1 << (16 - levelBits)) - 1
export const mostSaturation = saturationAt(Infinity, 1)
export const partOf = mostSaturation / mostParts

/** Every chunk, in rising order of the rows, and what its length is for BM25. */
export interface ChunkLengths {
  readonly rows: Float64Array
  readonly norms: Float64Array
}

/** Reads the inverted index. */
export type PostingReader = ReturnType<typeof createPostingReader>

type NumberList = Uint8Array | null

/** 14 bytes each: 56 MB. */
const mostKept = 4_000_000

/**
 * Reads the inverted index of the stems, and keeps what it has read until the data changes, the last used of it up to
 * `most` postings. Every call is to be made in the transaction of a `begin`.
 */
export function createPostingReader(database: SqlDatabase, most = mostKept) {
  createVocabularyTables(database)
  const generation = createGeneration(database)
  const matches = database.prepare<{ rows: NumberList }>(rowSql.matches)
  const instances = database.prepare<{ rows: NumberList; places: NumberList }>(rowSql.instances)
  const lengths = database.prepare<{ rows: NumberList; numbers: NumberList }>(rowSql.lengths)
  const kept = createKept(most)
  let chunks: ChunkLengths = { rows: new Float64Array(), norms: new Float64Array() }
  let readAt: string | undefined

  function readWord(stem: string): Postings {
    const token = queryToken(stem)
    const found = token === '' ? undefined : instances.get(token)
    return toPostings(
      positionsOf(parseNumberList(found?.rows), chunks.rows),
      parseNumberList(found?.places),
      chunks.norms,
    )
  }

  function readMatches(query: KeywordQuery): Postings {
    const rows = parseNumberList(matches.get(matchExpression(query))?.rows)
    const positions = positionsOf(rows, chunks.rows).filter((position) => position >= 0)
    const codes = new Uint16Array(positions.length).fill(codeOf(countless, 1))
    const places = createPlaceBits(positions.length, { isAnywhere: true })
    return { found: createSortedNumbers(positions, chunks.rows.length), codes, places }
  }

  return {
    /** Forgets what has changed; gives all chunks. `mean`: of their lengths. */
    begin(mean: number): ChunkLengths {
      const now = `${mean} ${generation()}`
      if (now === readAt) return chunks
      kept.clear()
      const found = lengths.get()
      const lengthsOfAll = parseNumberList(found?.numbers)
      chunks = {
        rows: parseNumberList(found?.rows),
        norms: lengthsOfAll.map((length) => lengthNorm(length, mean)),
      }
      readAt = now
      return chunks
    },

    /** The chunks with a stem or a place. */
    list(feature: ListedFeature): Postings {
      return kept.get(listKey(feature), () =>
        feature.kind === 'word' ? readWord(feature.stem) : readMatches(feature),
      )
    },

    /** Whether to list the chunks takes no reading. */
    isKept: (feature: ListedFeature): boolean => kept.has(listKey(feature)),

    /**
     * Whether it pays to read a list of so many postings, where to do without it takes the time of reading `saved` postings: it does
     * once that has been so in as many searches as make up for it, as the list may be of use in later ones.
     */
    isWorthReading: (feature: ListedFeature, cost: ReadingCost): boolean =>
      kept.isWorthReading(listKey(feature), cost),

    /** The chunks that match a query, by the index itself. */
    matching: (query: KeywordQuery): Int32Array => readMatches(query).found.numbers,
  }
}

interface ReadingCost {
  readonly length: number
  readonly saved: number
}

function createKept(most: number) {
  const lists = new Map<string, Postings>()
  /** How long lists that are not kept were done without, in postings that might have been read. */
  const spent = new Map<string, number>()
  let size = 0
  return {
    clear(): void {
      lists.clear()
      spent.clear()
      size = 0
    },
    isWorthReading(key: string, { length, saved }: ReadingCost): boolean {
      const sum = saved + (spent.get(key) ?? 0)
      spent.set(key, sum)
      return sum >= length
    },
    has: (key: string): boolean => lists.has(key),
    get(key: string, read: () => Postings): Postings {
      const found = lists.get(key) ?? read()
      // A map keeps the order in which keys came: the last used one comes last.
      if (!lists.delete(key)) size += found.found.numbers.length
      lists.set(key, found)
      for (const [oldest, list] of lists) {
        if (size <= most || oldest === key) break
        lists.delete(oldest)
        size -= list.found.numbers.length
      }
      return found
    },
  }
}

/** From rows in rising order, perhaps with repeats, to their positions among all; rows that are not there are −1. */
function positionsOf(rows: Float64Array, all: Float64Array): Int32Array {
  const positions = new Int32Array(rows.length)
  const first = all[0] ?? 0
  const isDense = all.length > 0 && (all.at(-1) ?? 0) - first === all.length - 1
  let position = 0
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0
    if (isDense) position = row - first
    else position = seek(all, row, position)
    positions[index] = all[position] === row ? position : -1
  }
  return positions
}

/** Adds up the places of each position; what stands nowhere is left out. A place in the text counts 2, one beside it 1. */
function toPostings(instances: Int32Array, numbers: Float64Array, norms: Float64Array): Postings {
  const positions = new Int32Array(instances.length)
  const codes = new Uint16Array(instances.length)
  const places = createPlaceBits(instances.length)
  let length = 0
  let count = 0
  for (let index = 0; index < instances.length; index += 1) {
    const position = instances[index] ?? -1
    if (position < 0) continue
    if (positions[length - 1] !== position) {
      positions[length] = position
      length += 1
      count = 0
    }
    const number = numbers[index] ?? 0
    count = Math.min(count + (number > 0 ? 2 : 1), countless)
    if (number > 0) addPlace(places, length - 1, number)
    if (instances[index + 1] !== position) codes[length - 1] = codeOf(count, norms[position] ?? 0)
  }
  return {
    found: createSortedNumbers(positions.slice(0, length), norms.length),
    codes: codes.slice(0, length),
    places: places.slice(0, 2 * length),
  }
}

function codeOf(count: number, norm: number): number {
  const level = count <= 2 ? 1 : count <= 4 ? 2 : 3
  const satisfied = saturationAt(count === countless ? Infinity : count / 2, norm)
  return (Math.ceil((satisfied / mostSaturation) * mostParts) << levelBits) | level
}
