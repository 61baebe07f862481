import { languageOf, loadLanguages, matchRanges, snippet, type Language } from '@recallite/analysis'
import type { Item, Store } from '@recallite/store'
import type { Degradation, SearchResult } from '../answer.js'
import type { Query } from '../query.js'
import type { SearchSettings } from '../search-options.js'
import { snippetSources } from '../snippet-source.js'
import type { CompleteRetrieval } from './complete.js'
import { isWeak } from './threshold.js'
import type { RankedItem, Ranking } from './fuse.js'

/** What a ranking is presented with. */
export interface Presentation {
  readonly store: Store
  readonly query: Query
  /** Say which piece of an item is nearest. */
  readonly retrievals: readonly CompleteRetrieval[]
  readonly settings: SearchSettings
}

/** Reads the best items and makes results of them, as many as are wanted; damaged ones are left out and reported. */
export async function present(ranking: Ranking, { store, query, retrievals, settings }: Presentation) {
  const { found, damaged } = await readBest(store, ranking, settings)
  const corrected = await correctedAmong(store, query, found)
  const languages = await languagesOf(found)
  const sources = await snippetSources(found, retrievals)
  const results = found.map(({ item, fused, confidence, confidenceInputs, rerank }, index): SearchResult => {
    const { id, text, locator, attributes } = item
    const { root, path, ...span } = locator
    const language = languages[index] ?? 'en'
    const shown = snippet(sources.texts.get(id) ?? text, query.terms, { language })
    const matches = matchRanges(shown, query.terms, language)
    const isCorrected = corrected.has(id)
    const { score: fusedScore, contributions } = fused
    const weak = isWeak({ confidence }, settings)
    const reranked = rerank && { rerankScore: rerank.score, rankBeforeRerank: rerank.rankBefore }
    const scores = { ...reranked, fusedScore, confidence, weak, confidenceInputs, contributions }
    const head = { id, root, path, heading: attributes.heading, ...span }
    return { ...head, text, snippet: shown, matches, isCorrected, ...scores }
  })
  return { results, damaged, degraded: [...damageOf(damaged), ...sources.degraded] }
}

interface ReadItem extends RankedItem {
  readonly item: Item
}

async function readBest(store: Store, ranking: Ranking, { limit, resultsPerDocument }: SearchSettings) {
  if (resultsPerDocument === undefined) return readUntilFull(store, ranking, limit)
  const { found, damaged } = await readItems(store, ranking)
  return { found: firstOfEach(found, resultsPerDocument).slice(0, limit), damaged }
}

/** The next item takes the position of a damaged one. */
async function readUntilFull(store: Store, ranking: Ranking, limit: number) {
  const all: ReadItem[] = []
  let [from, damaged] = [0, 0]
  for (;;) {
    const read = await readItems(store, ranking.slice(from, from + limit - all.length))
    from += limit - all.length
    all.push(...read.found)
    damaged += read.damaged
    if (read.damaged === 0) return { found: all, damaged }
  }
}

/** The items that are still there: another process may have removed one. */
async function readItems(store: Store, ranking: Ranking) {
  const { items, damaged } = await store.readItems(ranking.map(({ id }) => id))
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = ranking.flatMap((ranked) => {
    const item = byId.get(ranked.id)
    return item ? [{ ...ranked, item }] : []
  })
  return { found, damaged: damaged.length }
}

/** At most so many items of each document, its best ones. */
function firstOfEach(found: readonly ReadItem[], most: number): ReadItem[] {
  const counts = new Map<string, number>()
  return found.filter(({ item: { locator } }) => {
    const document = `${locator.root}:${locator.path}`
    const count = (counts.get(document) ?? 0) + 1
    counts.set(document, count)
    return count <= most
  })
}

/** The language of each text, loaded. */
async function languagesOf(found: readonly ReadItem[]): Promise<Language[]> {
  const languages = found.map(({ item }) => languageOf(item.text))
  await loadLanguages(languages)
  return languages
}

function damageOf(damaged: number): Degradation[] {
  if (damaged === 0) return []
  const what = damaged === 1 ? '1 result is damaged and is' : `${damaged} results are damaged and are`
  return [{ retriever: 'index', reason: `${what} not shown: run 'recallite doctor --repair'` }]
}

/** Loads what finds corrected terms, which few queries have. */
async function correctedAmong(store: Store, query: Query, found: readonly ReadItem[]) {
  const ids = found.map(({ id }) => id)
  if (query.corrections.length === 0) return new Set<string>()
  const { findCorrected } = await import('../correct-spelling.js')
  return findCorrected(store, query, ids)
}
