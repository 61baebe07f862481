import { languageOf, loadLanguages, matchRanges, snippet, type Language } from '@recallite/keyword'
import type { Store } from '@recallite/store'
import type { Degradation, SearchResult } from '../answer.js'
import { findCorrected } from '../retrievers/keyword-retriever.js'
import type { Query } from './parse.js'
import type { SearchSettings } from '../search-options.js'
import type { CompleteRetrieval } from './retrieve.js'
import { isWeak, type DiverseItem } from './diversify.js'
import { reasonOf } from '../../errors.js'

interface Presentation {
  readonly store: Store
  readonly query: Query
  /** Say which piece of an item is nearest. */
  readonly retrievals: readonly CompleteRetrieval[]
  readonly settings: SearchSettings
}

/** Makes results of the items that are shown; `degraded`: what did not work in it. */
export async function present(
  ranking: readonly DiverseItem[],
  { store, query, retrievals, settings }: Presentation,
) {
  const ids = ranking.map(({ id }) => id)
  const corrected = await findCorrected(store, query, ids)
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
    const weak = isWeak(confidence, settings)
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

async function languagesOf(found: readonly DiverseItem[]): Promise<Language[]> {
  const languages = found.map(({ item }) => languageOf(item.text))
  await loadLanguages(languages)
  return languages
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
