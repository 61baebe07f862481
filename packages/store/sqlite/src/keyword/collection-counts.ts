import type { CollectionCounts, CountRequest, KeywordQuery } from '@recallite/store'
import { type DocumentKind, isOfKind, totalIds } from '../documents/document-kind.js'
import type { SqlDatabase } from '../connection/sql-database.js'
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

const mostRemembered = 10_000

const sqlTexts = (kind: DocumentKind) => ({
  /** Goes from each language to the next in the index, past the documents between them. */
  languages: `WITH RECURSIVE found (language) AS (
  SELECT min(language) FROM document WHERE ${holdsKind(kind)}
  UNION ALL
  SELECT (SELECT min(language) FROM document WHERE language > found.language AND ${holdsKind(kind)})
  FROM found WHERE language IS NOT NULL
)
SELECT language FROM found WHERE language IS NOT NULL`,
  totals: `SELECT chunks, words, counted, changed, ${countsAreFresh} AS isFresh FROM keyword_total WHERE id = ${totalIds[kind]}`,
  expand: `SELECT term FROM ${vocabularyTables.stem} WHERE term >= ? AND term < ?
AND EXISTS (SELECT 1 FROM chunk_words WHERE chunk_words MATCH '"' || term || '"' AND ${isOfKind('rowid', kind)})
ORDER BY term LIMIT ?`,
  /** As many counts as words are asked for, null for each word that is not common. */
  common: `SELECT json_group_array(common_word.chunks) AS counts FROM json_each(?) AS wanted
LEFT JOIN common_word ON common_word.kind = ? AND common_word.word = wanted.value`,
  stem: `SELECT count(*) AS chunks FROM chunk_words WHERE chunk_words MATCH ? AND ${isOfKind('rowid', kind)}`,
  form: `SELECT count(*) AS chunks FROM chunk_forms WHERE chunk_forms MATCH ? AND ${isOfKind('rowid', kind)}`,
})

const holdsKind = (kind: DocumentKind): string =>
  `EXISTS (SELECT 1 FROM root WHERE root.id = document.root_id AND root.holds = '${kind}')`

interface KeptTotal {
  readonly chunks: number
  readonly words: number
  readonly counted: number
  readonly changed: number
  /** Common words that were counted too long ago are counted anew. */
  readonly isFresh: number
}

type WordKind = 'stem' | 'form'

const noTotal: KeptTotal = { chunks: 0, words: 0, counted: 0, changed: 0, isFresh: 0 }

/** Counts chunks of a kind, and remembers what it counted until they change. */
export function createCollectionCounts(database: SqlDatabase, kind: DocumentKind = 'file') {
  createVocabularyTables(database)
  const sql = sqlTexts(kind)
  const kept = database.prepare<KeptTotal>(sql.totals)
  const languages = database.prepare<{ language: string }>(sql.languages)
  const expansions = database.prepare<{ term: string }>(sql.expand)
  const remembered = createRememberedCounts(database, sql)
  const { chunksMatching } = remembered
  const chunksWithStem = (stem: string): number => remembered.count('stem', stem)

  /** Asked before anything else, for every query; looks up all common words of the query at once. */
  function totals(queries: readonly KeywordQuery[] = []): KeywordTotals {
    const total = kept.get() ?? noTotal
    remembered.forget(total)
    remembered.lookUp('stem', queries.flatMap(stemsOf))
    const { chunks, words } = total
    return { chunks, meanLength: chunks > 0 ? words / chunks : 0 }
  }

  function expand(prefix: string): string[] {
    const token = queryToken(prefix)
    if (token === '') return []
    return expansions.all(token, `${token}\u{10FFFF}`, mostExpansions).map(({ term }) => term)
  }

  return {
    totals,
    chunksWithStem,
    chunksMatching,
    read({ queries = [], forms = [], prefixes = [] }: CountRequest): CollectionCounts {
      const { chunks, meanLength } = totals(queries)
      remembered.lookUp('form', forms)
      const counts = queries.map((query) =>
        query.kind === 'word' ? chunksWithStem(query.stem) : chunksMatching(matchExpression(query)),
      )
      return {
        chunks,
        meanLength,
        languages: languages.all().map(({ language }) => language),
        counts,
        formCounts: forms.map((form) => remembered.count('form', form)),
        expansions: prefixes.map(expand),
      }
    },
  }
}

function createRememberedCounts(database: SqlDatabase, sql: ReturnType<typeof sqlTexts>) {
  const common = database.prepare<{ counts: string }>(sql.common)
  const indexes = {
    stem: database.prepare<{ chunks: number }>(sql.stem),
    form: database.prepare<{ chunks: number }>(sql.form),
  }

  /** By token; null where a word is not common, and was not counted otherwise. */
  const counted = { stem: new Map<string, number | null>(), form: new Map<string, number | null>() }
  let countedOf = ''
  let isFresh = false

  function forget(total: KeptTotal): void {
    const state = JSON.stringify(total)
    if (state === countedOf && counted.stem.size + counted.form.size < mostRemembered) return
    counted.stem.clear()
    counted.form.clear()
    countedOf = state
    isFresh = total.isFresh === 1
  }

  /** One statement for all words that are not known. */
  function lookUp(kind: WordKind, words: readonly string[]): void {
    const tokens = [...new Set(words.map(queryToken))]
    const unknown = tokens.filter((token) => token !== '' && !counted[kind].has(token))
    if (unknown.length === 0) return
    const found = isFresh ? common.get(JSON.stringify(unknown), kind) : undefined
    const counts: readonly (number | null)[] = JSON.parse(found?.counts ?? '[]')
    for (const [index, token] of unknown.entries()) counted[kind].set(token, counts[index] ?? null)
  }

  function count(kind: WordKind, word: string): number {
    const token = queryToken(word)
    if (token === '') return 0
    lookUp(kind, [word])
    const chunks = counted[kind].get(token) ?? indexes[kind].get(`"${token}"`)?.chunks ?? 0
    counted[kind].set(token, chunks)
    return chunks
  }

  const chunksMatching = (match: string): number => indexes.stem.get(match)?.chunks ?? 0
  return { forget, lookUp, count, chunksMatching }
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
