import { languageOf, loadLanguages, matchRanges, snippet, type Language } from '@recallite/analysis'
import type { Item, Store } from '@recallite/store'
import type { Degradation, SearchResult } from '../answer.js'
import type { Question } from '../question.js'
import type { SearchSettings } from '../search-options.js'
import type { RankedItem, Ranking } from './fuse.js'

/** What is shown, and what could not be. */
export interface Presented {
  readonly results: SearchResult[]
  readonly degraded: readonly Degradation[]
}

/** What the ranking answers. */
export interface Presentation {
  readonly store: Store
  readonly question: Question
  readonly settings: SearchSettings
}

/** Reads the best items and makes results of them, as many as are wanted; those that are damaged are left out and told of. */
export async function present(
  ranking: Ranking,
  { store, question, settings }: Presentation,
): Promise<Presented> {
  const { found, damaged } = await readBest(store, ranking, settings)
  const respelled = await respelledAmong(store, question, found)
  const languages = await languagesOf(found)
  const results = found.map(({ item, fused, evidence, evidenceInputs }, index): SearchResult => {
    const { id, text, locator, attributes } = item
    const { root, path, ...span } = locator
    const language = languages[index] ?? 'en'
    const shown = snippet(text, question.terms, { language })
    const matches = matchRanges(shown, question.terms, language)
    const isRespelled = respelled.has(id)
    const { score, contributions } = fused
    return {
      id,
      root,
      path,
      heading: attributes.heading,
      ...span,
      text,
      snippet: shown,
      matches,
      isRespelled,
      score,
      evidence,
      evidenceInputs,
      contributions,
    }
  })
  return { results, degraded: damageOf(damaged) }
}

/** An item with its text. */
interface ReadItem extends RankedItem {
  readonly item: Item
}

interface ReadItems {
  readonly found: readonly ReadItem[]
  readonly damaged: number
}

async function readBest(
  store: Store,
  ranking: Ranking,
  { limit, resultsPerDocument }: SearchSettings,
): Promise<ReadItems> {
  if (resultsPerDocument === undefined) return readUntilFull(store, ranking, limit)
  const { found, damaged } = await readItems(store, ranking)
  return { found: firstOfEach(found, resultsPerDocument).slice(0, limit), damaged }
}

/** An item that is damaged makes room for the next. */
async function readUntilFull(store: Store, ranking: Ranking, limit: number): Promise<ReadItems> {
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
async function readItems(store: Store, ranking: Ranking): Promise<ReadItems> {
  const { items, damaged } = await store.readItems(ranking.map(({ id }) => id))
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = ranking.flatMap((ranked) => {
    const item = byId.get(ranked.id)
    return item ? [{ ...ranked, item }] : []
  })
  return { found, damaged: damaged.length }
}

/** The first of each document, as many as wanted of one. */
function firstOfEach(found: readonly ReadItem[], most: number): ReadItem[] {
  const counts = new Map<string, number>()
  return found.filter(({ item: { locator } }) => {
    const document = `${locator.root}:${locator.path}`
    const count = (counts.get(document) ?? 0) + 1
    counts.set(document, count)
    return count <= most
  })
}

/** Which language each text is in; ready to be read in it. */
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

/** Most queries have no corrected word: what finds them is loaded where one has. */
async function respelledAmong(
  store: Store,
  question: Question,
  found: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  if (question.respelled.length === 0) return new Set()
  const { findRespelled } = await import('../correct-spelling.js')
  const ids = found.map(({ id }) => id)
  return findRespelled(store, question, ids)
}
