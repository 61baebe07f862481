import {
  addPlace,
  countless,
  createPlaceBits,
  lengthNorm,
  listKey,
  matchedPostings,
  seek,
  withImpacts,
  type ListedFeature,
  type PostingList,
  type Postings,
  type ReadingCost,
} from '@recallite/keyword-ranking'
import type { KeywordQuery } from '@recallite/store'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { parseNumberList, type SqlDatabase } from '../connection/sql-database.js'
import { createGeneration } from '../documents/status.js'
import { queryToken } from './index-writer.js'
import { matchExpression } from './match-expression.js'
import { createVocabularyTables, instanceTable } from './vocabulary.js'

/** The statements that ask the index for rows. One list of all rows is read six times as fast as a row for each. */
export const rowSql = {
  matches: 'SELECT CAST(group_concat(rowid) AS BLOB) AS rows FROM chunk_words WHERE chunk_words MATCH ?',
  /** Each row as often as the word stands in it, with the number of its place in the text, from 1, or 0 for a place beside it. */
  instances: `SELECT CAST(group_concat(doc) AS BLOB) AS rows,
CAST(group_concat(CASE col WHEN 'words' THEN offset + 1 ELSE 0 END) AS BLOB) AS places
FROM ${instanceTable} WHERE term = ?`,
  /** By an index that has nothing else: the word lists themselves are large. */
  lengths: (
    kind: DocumentKind,
  ) => `SELECT CAST(group_concat(list.chunk_id) AS BLOB) AS rows, CAST(group_concat(list.length) AS BLOB) AS numbers
FROM chunk_word_list AS list INDEXED BY chunk_word_list_by_length
WHERE ${isOfKind('list.chunk_id', kind)} ORDER BY list.chunk_id`,
}

/** Every chunk, in rising order of the rows, and what its length is for BM25. */
export interface ChunkLengths {
  readonly rows: Float64Array
  readonly norms: Float64Array
}

/** Reads the inverted index. */
export type PostingReader = ReturnType<typeof createPostingReader>

type NumberList = Uint8Array | null

/** 18 bytes each: 72 MB. */
const mostKept = 4_000_000

/**
 * Reads the inverted index of the stems in chunks of a kind, and keeps what it has read until the data changes, the last used of it
 * up to `most` postings. Rows of another kind are in the lists that SQLite gives, and have no position. Every call is to be made in the transaction of a `begin`.
 */
export function createPostingReader(database: SqlDatabase, kind: DocumentKind, most = mostKept) {
  createVocabularyTables(database)
  const generation = createGeneration(database)
  const matches = database.prepare<{ rows: NumberList }>(rowSql.matches)
  const instances = database.prepare<{ rows: NumberList; places: NumberList }>(rowSql.instances)
  const lengths = database.prepare<{ rows: NumberList; numbers: NumberList }>(rowSql.lengths(kind))
  const kept = createKept(most)
  let chunks: ChunkLengths = { rows: new Float64Array(), norms: new Float64Array() }
  let readAt: string | undefined

  function readWord(stem: string): PostingList {
    const token = queryToken(stem)
    const found = token === '' ? undefined : instances.get(token)
    const positions = positionsOf(parseNumberList(found?.rows), chunks.rows)
    return withImpacts(toPostings(positions, parseNumberList(found?.places)), chunks.norms)
  }

  function readMatches(query: KeywordQuery): PostingList {
    const rows = parseNumberList(matches.get(matchExpression(query))?.rows)
    const positions = positionsOf(rows, chunks.rows).filter((position) => position >= 0)
    return withImpacts(matchedPostings(positions), chunks.norms)
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
    list(feature: ListedFeature): PostingList {
      return kept.get(listKey(feature), () =>
        feature.kind === 'word' ? readWord(feature.stem) : readMatches(feature),
      )
    },

    /** Whether to list the chunks takes no reading. */
    isKept: (feature: ListedFeature): boolean => kept.has(listKey(feature)),

    /** As `PostingIndex` has it. */
    isWorthReading: (feature: ListedFeature, cost: ReadingCost): boolean =>
      kept.isWorthReading(listKey(feature), cost),

    /** The chunks that match a query, by the index itself. */
    matching: (query: KeywordQuery): Int32Array => readMatches(query).positions,
  }
}

function createKept(most: number) {
  const lists = new Map<string, PostingList>()
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
    get(key: string, read: () => PostingList): PostingList {
      const found = lists.get(key) ?? read()
      // A map keeps the order in which keys came: the last used one comes last.
      if (!lists.delete(key)) size += found.positions.length
      lists.set(key, found)
      for (const [oldest, list] of lists) {
        if (size <= most || oldest === key) break
        lists.delete(oldest)
        size -= list.positions.length
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

/** Adds up the places of each position; what stands nowhere is left out. */
function toPostings(instances: Int32Array, numbers: Float64Array): Postings {
  const positions = new Int32Array(instances.length)
  const inText = new Uint8Array(instances.length)
  const beside = new Uint8Array(instances.length)
  const places = createPlaceBits(instances.length)
  let last = -1
  for (let index = 0; index < instances.length; index += 1) {
    const position = instances[index] ?? -1
    if (position < 0) continue
    if (positions[last] !== position) {
      last += 1
      positions[last] = position
    }
    const number = numbers[index] ?? 0
    const counted = number > 0 ? inText : beside
    counted[last] = Math.min((counted[last] ?? 0) + 1, countless)
    if (number > 0) addPlace(places, last, number)
  }
  const length = last + 1
  return {
    positions: positions.slice(0, length),
    inText: inText.slice(0, length),
    beside: beside.slice(0, length),
    places: places.slice(0, 2 * length),
  }
}
