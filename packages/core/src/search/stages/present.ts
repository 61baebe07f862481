import { languageOf, loadLanguages, matchRanges, snippet, type Language } from '@recallite/analysis'
import type { Store } from '@recallite/store'
import type { Degradation, SearchResult } from '../answer.js'
import type { Query } from '../query.js'
import type { Diversified, DiverseItem } from './diversify.js'

/** What a ranking is presented with. */
export interface Presentation {
  readonly store: Store
  readonly query: Query
}

/** Makes results of items; damaged ones that are missing among them are reported. */
export async function present({ ranking, damaged }: Diversified, { store, query }: Presentation) {
  const corrected = await correctedAmong(store, query, ranking)
  const languages = await languagesOf(ranking)
  const results = ranking.map((ranked, index): SearchResult => {
    const { item, joined, duplicates, adjustment, fused, confidence, confidenceInputs } = ranked
    const { id, locator, attributes } = item
    const { root, path, ...span } = locator
    const language = languages[index] ?? 'en'
    const shown = snippet(item.text, query.terms, { language })
    const matches = matchRanges(shown, query.terms, language)
    const isCorrected = corrected.has(id)
    const { score, contributions } = fused
    const scores = { score, confidence, confidenceInputs, contributions }
    const head = { id, root, path, heading: attributes.heading, ...span }
    const own = { ...head, text: item.text, snippet: shown, matches, isCorrected, ...scores }
    return { ...own, ...(adjustment && { adjustment }), duplicates, ...(joined && toShown(joined)) }
  })
  return { results, degraded: damageOf(damaged) }
}

function toShown({ ids, startLine, endLine, text }: NonNullable<DiverseItem['joined']>) {
  return { startLine, endLine, text, joined: ids }
}

/** The language of each text, loaded. */
async function languagesOf(found: readonly DiverseItem[]): Promise<Language[]> {
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
async function correctedAmong(store: Store, query: Query, found: readonly DiverseItem[]) {
  const ids = found.map(({ id }) => id)
  if (query.corrections.length === 0) return new Set<string>()
  const { findCorrected } = await import('../correct-spelling.js')
  return findCorrected(store, query, ids)
}
