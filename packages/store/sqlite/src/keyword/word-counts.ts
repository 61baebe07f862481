import type { KeywordFeature } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { queryToken } from './index-token.js'

const sqlTexts = {
  /** As many as words are asked for, null for each that is not common. */
  common: `SELECT json_group_array(common_word.chunks) AS counts FROM json_each(?) AS wanted
LEFT JOIN common_word ON common_word.kind = ? AND common_word.word = wanted.value`,
  stem: 'SELECT count(*) AS chunks FROM chunk_words WHERE chunk_words MATCH ?',
  form: 'SELECT count(*) AS chunks FROM chunk_forms WHERE chunk_forms MATCH ?',
}

type WordKind = 'stem' | 'form'

/** The words of a question's features. */
function wordsOf(feature: KeywordFeature): { kind: WordKind; word: string }[] {
  switch (feature.kind) {
    case 'word':
      return [{ kind: 'stem', word: feature.stem }]
    case 'form':
      return [{ kind: 'form', word: feature.form }]
    case 'pair':
    case 'place':
      return feature.stems.map((word) => ({ kind: 'stem', word }))
    case 'either':
      return feature.features.flatMap(wordsOf)
    default:
      return []
  }
}

/** What is kept in `keyword_total`. */
export interface KeptTotal {
  readonly chunks: number
  readonly words: number
  readonly counted: number
  readonly changed: number
  /** Common words that were counted too long ago are counted anew. */
  readonly isFresh: number
}

/** More words than these are not remembered. */
const mostRemembered = 10_000

/** Counts chunks, and remembers what it counted until the collection changes. */
export function createWordCounts(database: SqlDatabase) {
  const common = database.prepare<{ counts: string }>(sqlTexts.common)
  const indexes = {
    stem: database.prepare<{ chunks: number }>(sqlTexts.stem),
    form: database.prepare<{ chunks: number }>(sqlTexts.form),
  }

  /** Null where a word is not common, and was not counted otherwise. */
  const counted = { stem: new Map<string, number | null>(), form: new Map<string, number | null>() }
  let countedOf = ''
  let isFresh = false

  function lookUp(kind: WordKind, tokens: readonly string[]): void {
    const found = isFresh ? common.get(JSON.stringify(tokens), kind) : undefined
    const counts: readonly (number | null)[] = JSON.parse(found?.counts ?? '[]')
    for (const [index, token] of tokens.entries()) counted[kind].set(token, counts[index] ?? null)
  }

  function count(kind: WordKind, token: string): number {
    if (!counted[kind].has(token)) lookUp(kind, [token])
    const chunks = counted[kind].get(token) ?? indexes[kind].get(`"${token}"`)?.chunks ?? 0
    counted[kind].set(token, chunks)
    return chunks
  }

  function forget(total: KeptTotal): void {
    const state = JSON.stringify(total)
    const isKnown = state === countedOf && counted.stem.size + counted.form.size < mostRemembered
    if (isKnown) return
    counted.stem.clear()
    counted.form.clear()
    countedOf = state
    isFresh = total.isFresh === 1
  }

  return {
    /** Looks up all words of a question that are common. */
    begin(features: readonly KeywordFeature[], total: KeptTotal): void {
      forget(total)
      const words = features.flatMap(wordsOf)
      for (const kind of ['stem', 'form'] as const) {
        const asked = words.filter((one) => one.kind === kind).map(({ word }) => queryToken(word))
        const tokens = [...new Set(asked)].filter((token) => token !== '' && !counted[kind].has(token))
        if (tokens.length > 0) lookUp(kind, tokens)
      }
    },

    chunksWith(kind: WordKind, word: string): number {
      const token = queryToken(word)
      return token === '' ? 0 : count(kind, token)
    },

    chunksMatching: (match: string): number => indexes.stem.get(match)?.chunks ?? 0,
  }
}

/** What `createWordCounts` gives. */
export type WordCounts = ReturnType<typeof createWordCounts>
