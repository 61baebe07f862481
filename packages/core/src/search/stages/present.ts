import { languageOf, loadLanguages, matchRanges, snippet, type Language } from '@recallite/analysis'
import type { Store } from '@recallite/store'
import type { Degradation, SearchResult } from '../answer.js'
import type { Query } from '../query.js'
import type { SearchSettings } from '../search-options.js'
import type { CompleteRetrieval } from './complete.js'
import type { DiverseItem } from './diversify.js'
import { isWeak } from './threshold.js'

/** What a ranking is presented with. */
export interface Presentation {
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
  const sources = await partsToShow(ranking, retrievals)
  const results = ranking.map((ranked, index): SearchResult => {
    const { item, joined, duplicates, adjustment, rerank, fused, confidence, confidenceInputs } = ranked
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
    return { ...own, ...(adjustment && { adjustment }), ...(joined && toShown(joined)) }
  })
  return { results, degraded: sources.degraded }
}

/** What takes the place of the lines and the text of the best chunk, which the snippet is of. */
function toShown({ ids, startLine, endLine, text }: NonNullable<DiverseItem['joined']>) {
  return { startLine, endLine, text, joined: ids }
}

/** What an answer says of damaged items: of those that would be among its results, and of those that were read from their files. */
export function damageOf(hidden: number, fromFiles: number): Degradation[] {
  return [
    ...damageSentence(hidden, ['is not shown', 'are not shown']),
    ...damageSentence(fromFiles, ['was read from its file', 'were read from their files']),
  ]
}

function damageSentence(number: number, [one, more]: readonly [string, string]): Degradation[] {
  if (number === 0) return []
  const what = number === 1 ? `1 result is damaged and ${one}` : `${number} results are damaged and ${more}`
  return [{ retriever: 'index', reason: `${what}: run 'recallite doctor --repair'` }]
}

/** The language of each text, loaded. */
async function languagesOf(found: readonly DiverseItem[]): Promise<Language[]> {
  const languages = found.map(({ item }) => languageOf(item.text))
  await loadLanguages(languages)
  return languages
}

/** Loads what finds corrected terms, which few queries have. */
async function correctedAmong(store: Store, query: Query, found: readonly DiverseItem[]) {
  const ids = found.map(({ id }) => id)
  if (query.corrections.length === 0) return new Set<string>()
  const { findCorrected } = await import('../correct-spelling.js')
  return findCorrected(store, query, ids)
}

/** Loads what finds the nearest parts only if vectors were searched. */
async function partsToShow(found: readonly DiverseItem[], retrievals: readonly CompleteRetrieval[]) {
  if (!retrievals.some(({ nearest }) => nearest)) return { texts: new Map<string, string>(), degraded: [] }
  const { snippetSources } = await import('../snippet-source.js')
  return snippetSources(found, retrievals)
}
