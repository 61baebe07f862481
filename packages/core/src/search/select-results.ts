import {
  languageOf,
  loadLanguages,
  matchRanges,
  snippet,
  type Language,
  type QueryTerm,
} from '@recallite/analysis'
import type { Fused } from '@recallite/fusion'
import type { Store, StoredChunk } from '@recallite/store'
import type { Degradation, SearchResult } from './answer.js'
import type { SearchSettings } from './search-options.js'

/** A chunk that may become a result. */
export interface Candidate {
  readonly fused: Fused
  readonly evidence: number
}

interface Found extends Candidate {
  readonly chunk: StoredChunk
}

/** Candidates with their chunks, and how many are damaged. */
interface FoundChunks {
  readonly found: readonly Found[]
  readonly damaged: number
}

/** The candidates' chunks that are as they were written, as far as they are still there: another process may have removed one. */
async function readFound(store: Store, candidates: readonly Candidate[]): Promise<FoundChunks> {
  const { chunks, damaged } = await store.readSoundChunks(candidates.map(({ fused }) => fused.id))
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const found = candidates.flatMap((candidate) => {
    const chunk = byId.get(candidate.fused.id)
    return chunk ? [{ ...candidate, chunk }] : []
  })
  return { found, damaged: damaged.length }
}

/** The first of each document, as many as wanted of one. */
function firstOfEach(found: readonly Found[], most: number): Found[] {
  const counts = new Map<string, number>()
  return found.filter(({ chunk: { root, path } }) => {
    const document = `${root}:${path}`
    const count = (counts.get(document) ?? 0) + 1
    counts.set(document, count)
    return count <= most
  })
}

/** As many as can be shown; one that is damaged makes room for the next. */
async function readBest(store: Store, candidates: readonly Candidate[], limit: number): Promise<FoundChunks> {
  const all: Found[] = []
  let [from, damaged] = [0, 0]
  for (;;) {
    const read = await readFound(store, candidates.slice(from, from + limit - all.length))
    from += limit - all.length
    all.push(...read.found)
    damaged += read.damaged
    if (read.damaged === 0) return { found: all, damaged }
  }
}

async function selectFound(
  store: Store,
  candidates: readonly Candidate[],
  { limit, resultsPerDocument }: SearchSettings,
): Promise<FoundChunks> {
  if (resultsPerDocument === undefined) return readBest(store, candidates, limit)
  const { found, damaged } = await readFound(store, candidates)
  return { found: firstOfEach(found, resultsPerDocument).slice(0, limit), damaged }
}

function damageOf(damaged: number): Degradation[] {
  if (damaged === 0) return []
  const what = damaged === 1 ? '1 result is damaged and is' : `${damaged} results are damaged and are`
  return [{ retriever: 'index', reason: `${what} not shown: run 'recallite doctor --repair'` }]
}

/** What results are shown by. */
export interface Showing {
  /** Words to mark. */
  readonly terms: readonly QueryTerm[]
  /** Which of some chunks were found by a word that was read as another. */
  readonly findRespelled: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Which language each chunk is in; ready to be read in it. */
async function languagesOf(found: readonly Found[]): Promise<Language[]> {
  const languages = found.map(({ chunk }) => languageOf(chunk.text))
  await loadLanguages(languages)
  return languages
}

/** What is shown, and what could not be. */
export interface SelectedResults {
  readonly results: SearchResult[]
  readonly degraded: readonly Degradation[]
}

/** The best candidates as results, as many as the settings want; those that are damaged are left out and told of. */
export async function selectResults(
  store: Store,
  { candidates, terms, findRespelled }: Showing & { readonly candidates: readonly Candidate[] },
  settings: SearchSettings,
): Promise<SelectedResults> {
  const { found: selected, damaged } = await selectFound(store, candidates, settings)
  const respelled = await findRespelled(selected.map(({ chunk }) => chunk.id))
  const languages = await languagesOf(selected)
  const results = selected.map(({ fused: { score, contributions }, evidence, chunk }, index) => {
    const { title: _, text, ...place } = chunk
    const language = languages[index] ?? 'en'
    const shown = snippet(text, terms, { language })
    const matches = matchRanges(shown, terms, language)
    const isRespelled = respelled.has(chunk.id)
    return { ...place, text, snippet: shown, matches, isRespelled, score, evidence, contributions }
  })
  return { results, degraded: damageOf(damaged) }
}
