import { languageOf, loadLanguages, matchRanges, snippet, type Language } from '@recallite/analysis'
import type { Store } from '@recallite/store'
import type { Degradation, SearchResult } from '../answer.js'
import { findCorrected } from '../retrievers/keyword-retriever.js'
import type { Query } from './parse.js'
import { type SearchSettings, searchDefaults } from '../search-options.js'
import type { CompleteRetrieval } from './retrieve.js'
import type { DiverseItem, Diversified } from './diversify.js'
import type { RankedItem } from './fuse.js'
import { reasonOf } from '../../errors.js'

/** What of a ranking is shown. */
export interface Decision {
  /** Empty if the search abstains. */
  readonly ranking: Diversified['ranking']
  /** The highest confidence among the items that would be shown without a threshold; 0 without any. */
  readonly confidence: number
  /** How many candidates are not shown because the search abstains; 0 if it does not. */
  readonly heldBack: number
}

/**
 * Decides once per query whether anything is likely to answer it, by the most confident of the items that would be shown:
 * cutting each item by itself hides right answers beside wrong ones. A threshold on the fused score, which only replays of
 * OpenClaw have, cuts each item by itself.
 */
export function threshold(
  { ranking, candidates }: Pick<Diversified, 'ranking' | 'candidates'>,
  settings: SearchSettings,
): Decision {
  const confidence = Math.max(0, ...ranking.map((item) => item.confidence))
  if (settings.thresholdOn === 'fused') {
    const kept = ranking.filter(({ fused }) => fused.score >= settings.threshold)
    return { ranking: kept, confidence, heldBack: 0 }
  }
  if (confidence >= settings.threshold) return { ranking, confidence, heldBack: 0 }
  return { ranking: [], confidence, heldBack: candidates }
}

interface Presentation {
  readonly store: Store
  readonly query: Query
  /** Say which piece of an item is nearest. */
  readonly retrievals: readonly CompleteRetrieval[]
  readonly settings: SearchSettings
}

/** The results of an answer, and what did not work in making them. */
export interface Presented {
  readonly results: readonly SearchResult[]
  readonly degraded: readonly Degradation[]
}

/** Makes results of the items that are shown. */
export async function present(
  ranking: readonly DiverseItem[],
  { store, query, retrievals, settings }: Presentation,
): Promise<Presented> {
  const corrected = await correctedAmong(store, query, ranking)
  const languages = await languagesOf(ranking)
  const sources = await snippetSources(ranking, retrievals)
  const results = ranking.map((ranked, index): SearchResult => {
    const { item, duplicates, adjustment, rerank, fused, confidence, confidenceInputs } = ranked
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
    const head = { id, kind: 'file' as const, root, path, heading: attributes.heading, ...span }
    const own = { ...head, text, snippet: shown, matches, isCorrected, ...scores, duplicates }
    return { ...own, ...(adjustment && { adjustment }) }
  })
  return { results, degraded: sources.degraded }
}

/** What an answer says of damaged items that would be among its results. */
export function damageOf(hidden: number): Degradation[] {
  if (hidden === 0) return []
  const what = hidden === 1 ? '1 result is damaged and is' : `${hidden} results are damaged and are`
  return [{ retriever: 'index', reason: `${what} not shown: run 'recallite doctor --repair'` }]
}

/** The language of each text, loaded. */
async function languagesOf(found: readonly DiverseItem[]): Promise<Language[]> {
  const languages = found.map(({ item }) => languageOf(item.text))
  await loadLanguages(languages)
  return languages
}

async function correctedAmong(store: Store, query: Query, found: readonly DiverseItem[]) {
  const ids = found.map(({ id }) => id)
  if (query.corrections.length === 0) return new Set<string>()
  return findCorrected(store, query, ids)
}

/** Whether an item of a ranking that is shown is unlikely to answer: a search with a lower threshold marks it all the same. */
function isWeak({ confidence }: Pick<RankedItem, 'confidence'>, settings: SearchSettings): boolean {
  return confidence < Math.max(settings.threshold, searchDefaults.threshold)
}

/** From this query coverage on, the words of an item decide which of its sentences are shown. */
const decisiveCoverage = 0.5

/**
 * The parts to show instead of whole texts: where an item has less than half of the query's words by weight, the part
 * that is nearest by vector. Asks for them only if there is such an item.
 */
async function snippetSources(
  found: readonly DiverseItem[],
  retrievals: readonly CompleteRetrieval[],
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly degraded: readonly Degradation[] }> {
  const undecided = found.filter(
    ({ confidenceInputs: { cosine, coverage } }) => cosine !== null && coverage < decisiveCoverage,
  )
  const retrieval = retrievals.find(({ nearest }) => nearest !== undefined)
  if (undecided.length === 0 || !retrieval?.nearest) return { texts: new Map(), degraded: [] }
  try {
    const parts = await retrieval.nearest(undecided.map(({ id }) => id))
    const texts = undecided.flatMap(({ id, item: { text } }) => {
      const part = parts.get(id)
      return part ? [[id, text.slice(part.from, part.to)] as const] : []
    })
    return { texts: new Map(texts), degraded: [] }
  } catch (error) {
    return { texts: new Map(), degraded: [{ retriever: retrieval.retriever.name, reason: reasonOf(error) }] }
  }
}
