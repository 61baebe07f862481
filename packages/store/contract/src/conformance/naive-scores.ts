import type { ChunkWords, IndexWord } from '../document.js'
import type { KeywordFeature, KeywordTerm } from '../query.js'
import type { KeywordScore } from '../store.js'

function count(words: readonly IndexWord[], isMeant: (word: IndexWord) => boolean): number {
  return words.filter(isMeant).length
}

function countEverywhere({ text, parts, place }: ChunkWords, isMeant: (word: IndexWord) => boolean): number {
  return count(text, isMeant) + count(parts, isMeant) / 2 + count(place, isMeant) / 2
}

function countRuns(words: readonly IndexWord[], stems: readonly string[]): number {
  if (stems.length === 0) return 0
  return words.filter((_, start) => stems.every((stem, index) => words[start + index]?.stem === stem)).length
}

function occurrences(feature: KeywordFeature, words: ChunkWords): number {
  switch (feature.kind) {
    case 'word':
      return countEverywhere(words, ({ stem }) => stem === feature.stem)
    case 'prefix':
      return feature.prefix === '' ? 0 : countEverywhere(words, ({ stem }) => stem.startsWith(feature.prefix))
    case 'form':
      return count(words.text, ({ form }) => form === feature.form)
    case 'phrase':
      return countRuns(words.text, feature.stems) + countRuns(words.parts, feature.stems) / 2
    case 'pair':
      return countRuns(words.text, feature.stems)
    case 'place':
      return countRuns(words.place, feature.stems) > 0 ? Infinity : 0
    case 'either':
      return Math.max(0, ...feature.features.map((one) => occurrences(one, words)))
  }
}

function rarity(feature: KeywordFeature, chunks: readonly ChunkWords[]): number {
  const total = chunks.length
  const idf = (having: number) => Math.log(1 + (total - having + 0.5) / (having + 0.5))
  switch (feature.kind) {
    case 'pair':
    case 'place': {
      const each = feature.stems.map((stem) => rarity({ kind: 'word', stem }, chunks))
      return Math.min(
        idf(0),
        each.reduce((sum, one) => sum + one, 0),
      )
    }
    case 'either':
      return Math.min(idf(0), ...feature.features.map((one) => rarity(one, chunks)))
    default:
      return idf(chunks.filter((words) => occurrences(feature, words) > 0).length)
  }
}

/** The scores of every chunk, straight from the formula of the contract: everything is counted where it stands. */
export function naiveScores(
  chunks: Readonly<Record<string, ChunkWords>>,
  terms: readonly KeywordTerm[],
): Map<string, KeywordScore> {
  const all = Object.values(chunks)
  const mean = all.reduce((sum, { text }) => sum + text.length, 0) / all.length
  const rarities = terms.map(({ feature }) => rarity(feature, all))
  const scoreOf = (words: ChunkWords): KeywordScore => {
    const norm = 1.2 * (1 - 0.75 + (0.75 * words.text.length) / mean)
    let [bm25, found, total] = [0, 0, 0]
    for (const [index, { feature, weight, isTelling }] of terms.entries()) {
      const idf = rarities[index] ?? 0
      const times = occurrences(feature, words)
      const share = times === Infinity ? 1 : times / (times + norm)
      bm25 += weight * idf * 2.2 * share
      found += isTelling && times > 0 ? Math.min(1, weight) * idf : 0
      total += isTelling ? idf : 0
    }
    return { bm25, matched: total === 0 ? 0 : found / total }
  }
  return new Map(Object.entries(chunks).map(([id, words]) => [id, scoreOf(words)]))
}
