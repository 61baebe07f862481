import { inverseDocumentFrequency, phraseFrequency, type KeywordFeature } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { countsAreFresh } from './count-common-words.js'
import { queryToken } from './index-token.js'
import { matchExpression } from './match-expression.js'
import { createVocabularyTables, vocabularyTables } from './vocabulary-tables.js'
import { createWordCounts, type KeptTotal, type WordCounts } from './word-counts.js'

/** How many chunks there are, and how many words they have on average. */
export interface KeywordTotals {
  readonly chunks: number
  readonly meanLength: number
}

/** More than this many words that begin alike are too many to be meant. */
const mostExpansions = 256

type CountedFeature = Extract<KeywordFeature, { kind: 'word' | 'form' | 'prefix' | 'phrase' }>

const sqlTexts = {
  totals: `SELECT chunks, words, counted, changed, ${countsAreFresh} AS isFresh FROM keyword_total WHERE id = 1`,
  expand: `SELECT term FROM ${vocabularyTables.stem} WHERE term >= ? AND term < ? ORDER BY term LIMIT ?`,
}

function chunksWithFeature(feature: CountedFeature, { chunksWith, chunksMatching }: WordCounts): number {
  switch (feature.kind) {
    case 'word':
      return chunksWith('stem', feature.stem)
    case 'form':
      return chunksWith('form', feature.form)
    case 'prefix':
    case 'phrase':
      return chunksMatching(matchExpression(feature))
  }
}

/** The idf of anything that counts. */
function weigh(feature: KeywordFeature, totals: KeywordTotals, counts: WordCounts): number {
  const idf = (having: number) => inverseDocumentFrequency(totals.chunks, having)
  switch (feature.kind) {
    case 'either':
      return Math.min(idf(0), ...feature.features.map((one) => weigh(one, totals, counts)))
    case 'pair':
    case 'place': {
      const each = feature.stems.map((stem) => idf(counts.chunksWith('stem', stem)))
      return phraseFrequency(totals.chunks, each)
    }
    default:
      return idf(chunksWithFeature(feature, counts))
  }
}

/** How rare words are. */
export function createFrequencies(database: SqlDatabase) {
  createVocabularyTables(database)
  const totals = database.prepare<KeptTotal>(sqlTexts.totals)
  const expand = database.prepare<{ term: string }>(sqlTexts.expand)
  const counts = createWordCounts(database)

  return {
    /** How large the collection is now; to be asked before anything else, for every question. */
    totals(features: readonly KeywordFeature[] = []): KeywordTotals {
      const total = totals.get() ?? { chunks: 0, words: 0, counted: 0, changed: 0, isFresh: 0 }
      const { chunks, words } = total
      counts.begin(features, total)
      return { chunks, meanLength: chunks > 0 ? words / chunks : 0 }
    },

    /** The stems that begin with a prefix. */
    expand(prefix: string): string[] {
      const token = queryToken(prefix)
      if (token === '') return []
      return expand.all(token, `${token}\u{10FFFF}`, mostExpansions).map(({ term }) => term)
    },

    /** How many chunks have a stem. */
    chunksWithStem: (stem: string): number => counts.chunksWith('stem', stem),

    /** How many chunks match an expression. */
    chunksMatching: counts.chunksMatching,

    /** How much a feature tells. */
    weigh: (feature: KeywordFeature, within: KeywordTotals): number => weigh(feature, within, counts),
  }
}

/** What `createFrequencies` gives. */
export type Frequencies = ReturnType<typeof createFrequencies>
