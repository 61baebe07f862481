import type { CollectionCounts, CountRequest, KeywordQuery } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { countsAreFresh } from './count-common-words.js'
import { queryToken } from './index-writer.js'
import { matchExpression } from './match-expression.js'
import { createVocabularyTables, vocabularyTables } from './vocabulary.js'

/** How many chunks there are, and how many words they have on average. */
export type KeywordTotals = Pick<CollectionCounts, 'chunks' | 'meanLength'>

/** What `createCollectionCounts` gives. */
export type CountReader = ReturnType<typeof createCollectionCounts>

/** More than this many words that begin alike are too many to be meant. */
const mostExpansions = 256

/** More counts than these are not remembered. */
const mostRemembered = 10_000

const sqlTexts = {
  totals: `SELECT chunks, words, counted, changed, ${countsAreFresh} AS isFresh FROM keyword_total WHERE id = 1`,
  expand: `SELECT term FROM ${vocabularyTables.stem} WHERE term >= ? AND term < ? ORDER BY term LIMIT ?`,
  /** As many counts as words are asked for, null for each word that is not common. */
  common: `SELECT json_group_array(common_word.chunks) AS counts FROM json_each(?) AS wanted
LEFT JOIN common_word ON common_word.kind = 'stem' AND common_word.word = wanted.value`,
  matching: 'SELECT count(*) AS chunks FROM chunk_words WHERE chunk_words MATCH ?',
}

/** What is kept in `keyword_total`. */
interface KeptTotal {
  readonly chunks: number
  readonly words: number
  readonly counted: number
  readonly changed: number
  /** Common words that were counted too long ago are counted anew. */
  readonly isFresh: number
}

const noTotal: KeptTotal = { chunks: 0, words: 0, counted: 0, changed: 0, isFresh: 0 }

/** Counts chunks, and remembers what it counted until the collection changes. */
export function createCollectionCounts(database: SqlDatabase) {
  createVocabularyTables(database)
  const kept = database.prepare<KeptTotal>(sqlTexts.totals)
  const expand = createExpander(database)
  const common = database.prepare<{ counts: string }>(sqlTexts.common)
  const matching = database.prepare<{ chunks: number }>(sqlTexts.matching)

  /** By token; null where a word is not common, and was not counted otherwise. */
  const counted = new Map<string, number | null>()
  let countedOf = ''
  let isFresh = false

  function forget(total: KeptTotal): void {
    const state = JSON.stringify(total)
    if (state === countedOf && counted.size < mostRemembered) return
    counted.clear()
    countedOf = state
    isFresh = total.isFresh === 1
  }

  function lookUp(tokens: readonly string[]): void {
    const found = isFresh ? common.get(JSON.stringify(tokens)) : undefined
    const counts: readonly (number | null)[] = JSON.parse(found?.counts ?? '[]')
    for (const [index, token] of tokens.entries()) counted.set(token, counts[index] ?? null)
  }

  const chunksMatching = (match: string): number => matching.get(match)?.chunks ?? 0
  function chunksWithStem(stem: string): number {
    const token = queryToken(stem)
    if (token === '') return 0
    if (!counted.has(token)) lookUp([token])
    const chunks = counted.get(token) ?? chunksMatching(`"${token}"`)
    counted.set(token, chunks)
    return chunks
  }

  /** Asked before anything else, for every query; looks up all common words of the query at once. */
  function totals(queries: readonly KeywordQuery[] = []): KeywordTotals {
    const total = kept.get() ?? noTotal
    forget(total)
    const tokens = new Set(queries.flatMap(stemsOf).map(queryToken))
    const unknown = [...tokens].filter((token) => token !== '' && !counted.has(token))
    if (unknown.length > 0) lookUp(unknown)
    return { chunks: total.chunks, meanLength: total.chunks > 0 ? total.words / total.chunks : 0 }
  }

  return {
    totals,
    chunksWithStem,
    chunksMatching,
    read: ({ queries, prefixes }: CountRequest): CollectionCounts => ({
      ...totals(queries),
      counts: queries.map((query) =>
        query.kind === 'word' ? chunksWithStem(query.stem) : chunksMatching(matchExpression(query)),
      ),
      expansions: prefixes.map(expand),
    }),
  }
}

function createExpander(database: SqlDatabase): (prefix: string) => string[] {
  const expansions = database.prepare<{ term: string }>(sqlTexts.expand)
  return (prefix) => {
    const token = queryToken(prefix)
    if (token === '') return []
    return expansions.all(token, `${token}\u{10FFFF}`, mostExpansions).map(({ term }) => term)
  }
}

function stemsOf(query: KeywordQuery): readonly string[] {
  switch (query.kind) {
    case 'word':
      return [query.stem]
    case 'phrase':
    case 'place':
      return query.stems
    case 'any':
    case 'all':
      return query.parts.flatMap(stemsOf)
    default:
      return []
  }
}
