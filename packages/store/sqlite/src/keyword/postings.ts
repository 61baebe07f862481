import {
  countless,
  featureKey,
  lengthNorm,
  matchedPostings,
  positionBit,
  withImpacts,
  type PostingList,
  type Postings,
} from '@recallite/keyword/ranking'
import type { ListedFeature, QueryTree } from '@recallite/store/query'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { parseNumberList, type SqlDatabase } from '../connection/sql-database.js'
import { createDataCache } from '../documents/data-cache.js'
import { queryToken } from './index-writer.js'
import { matchExpression } from './match-expression.js'
import { createVocabularyTables, instanceTable } from './vocabulary.js'

/** The statements that read rows of the index. One list of all rows is read six times as fast as separate rows. */
export const rowSql = {
  matches: 'SELECT CAST(group_concat(rowid) AS BLOB) AS rows FROM chunk_words WHERE chunk_words MATCH ?',
  /** A row per occurrence of the word, with its position in the text, from 1, or 0 outside of the text. */
  instances: `SELECT CAST(group_concat(doc) AS BLOB) AS rows,
CAST(group_concat(CASE col WHEN 'words' THEN offset + 1 ELSE 0 END) AS BLOB) AS positions
FROM ${instanceTable} WHERE term = ?`,
  /** Uses an index with only these columns, since the word lists are large. */
  lengths: (
    kind: DocumentKind,
  ) => `SELECT CAST(group_concat(list.chunk_id) AS BLOB) AS rows, CAST(group_concat(list.length) AS BLOB) AS numbers
FROM chunk_word_list AS list INDEXED BY chunk_word_list_by_length
WHERE ${isOfKind('list.chunk_id', kind)} ORDER BY list.chunk_id`,
}

/** Every chunk, by ascending row, with the length normalisation of BM25. */
export interface ChunkLengths {
  readonly rows: Float64Array
  readonly norms: Float64Array
}

/** Reads the inverted index. */
export type PostingReader = ReturnType<typeof createPostingReader>

type NumberList = Uint8Array | null

/** With 13 bytes each, these are 65 MB. */
const maxPostings = 5_000_000

/**
 * Reads the inverted index of the stems in chunks of a kind, and caches up to `maxPostings` postings until the data changes. SQLite
 * also returns rows of another kind, which are ignored. Every call requires the transaction of its `begin`.
 */
export function createPostingReader(database: SqlDatabase, kind: DocumentKind) {
  createVocabularyTables(database)
  const matches = database.prepare<{ rows: NumberList }>(rowSql.matches)
  const selectInstances = database.prepare<{ rows: NumberList; positions: NumberList }>(rowSql.instances)
  const lengths = database.prepare<{ rows: NumberList; numbers: NumberList }>(rowSql.lengths(kind))
  const cache = createDataCache<string, PostingList>(database, { maxSize: maxPostings, sizeOf })
  let chunks: ChunkLengths = { rows: new Float64Array(), norms: new Float64Array() }

  function readWord(stem: string): PostingList {
    const token = queryToken(stem)
    const read = token === '' ? undefined : selectInstances.get(token)
    const instances = numbersOf(parseNumberList(read?.rows), chunks.rows)
    return withImpacts(toPostings(instances, parseNumberList(read?.positions)), chunks.norms)
  }

  function readMatches(query: QueryTree): PostingList {
    const rows = parseNumberList(matches.get(matchExpression(query))?.rows)
    return withImpacts(
      matchedPostings(numbersOf(rows, chunks.rows).filter((chunk) => chunk >= 0)),
      chunks.norms,
    )
  }

  return {
    /** Clears an outdated cache, and returns all chunks. `mean`: of their lengths. */
    begin(mean: number): ChunkLengths {
      if (!cache.begin(mean)) return chunks
      const read = lengths.get()
      chunks = {
        rows: parseNumberList(read?.rows),
        norms: parseNumberList(read?.numbers).map((length) => lengthNorm(length, mean)),
      }
      return chunks
    },

    /** The chunks of a feature. */
    list(feature: ListedFeature): PostingList {
      return cache.get(featureKey(feature), () =>
        feature.kind === 'word' ? readWord(feature.stem) : readMatches(feature),
      )
    },

    /** The chunks that match a query, found by FTS5. */
    matching: (query: QueryTree): Int32Array => readMatches(query).chunks,
  }
}

function sizeOf({ chunks }: PostingList): number {
  return chunks.length
}

/** Converts ascending rows, possibly with duplicates, to the numbers of their chunks; −1 for rows that do not exist. */
export function numbersOf(rows: Float64Array, all: Float64Array): Int32Array {
  const numbers = new Int32Array(rows.length)
  let number = 0
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0
    while (number < all.length && (all[number] ?? 0) < row) number += 1
    numbers[index] = all[number] === row ? number : -1
  }
  return numbers
}

/** Adds up the instances of a word by chunk. Omits instances of the chunk −1; the position 0 is outside of the text. */
function toPostings(instances: Int32Array, positionsInText: Float64Array): Postings {
  const chunks = new Int32Array(instances.length)
  const counts = new Uint8Array(instances.length)
  const positions = new Int32Array(instances.length)
  let last = -1
  for (let index = 0; index < instances.length; index += 1) {
    const chunk = instances[index] ?? -1
    if (chunk < 0) continue
    if (chunks[last] !== chunk) {
      last += 1
      chunks[last] = chunk
    }
    const position = positionsInText[index] ?? 0
    counts[last] = Math.min((counts[last] ?? 0) + (position > 0 ? 2 : 1), countless)
    if (position > 0) positions[last] = (positions[last] ?? 0) | positionBit(position)
  }
  const length = last + 1
  return {
    chunks: chunks.slice(0, length),
    counts: counts.slice(0, length),
    positions: positions.slice(0, length),
  }
}
