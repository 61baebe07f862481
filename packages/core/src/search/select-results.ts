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
import type { SearchResult } from './answer.js'
import type { SearchSettings } from './search-options.js'

/** A chunk that may become a result. */
export interface Candidate {
  readonly fused: Fused
  readonly evidence: number
}

interface Found extends Candidate {
  readonly chunk: StoredChunk
}

/** The candidates' chunks, as far as they are still there: another process may have removed one. */
async function readFound(store: Store, candidates: readonly Candidate[]): Promise<Found[]> {
  const chunks = await store.readChunks(candidates.map(({ fused }) => fused.id))
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  return candidates.flatMap((candidate) => {
    const chunk = byId.get(candidate.fused.id)
    return chunk ? [{ ...candidate, chunk }] : []
  })
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

async function selectFound(
  store: Store,
  candidates: readonly Candidate[],
  { limit, resultsPerDocument }: SearchSettings,
): Promise<Found[]> {
  if (resultsPerDocument === undefined) return readFound(store, candidates.slice(0, limit))
  return firstOfEach(await readFound(store, candidates), resultsPerDocument).slice(0, limit)
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

/** The best candidates as results, as many as the settings want. */
export async function selectResults(
  store: Store,
  { candidates, terms, findRespelled }: Showing & { readonly candidates: readonly Candidate[] },
  settings: SearchSettings,
): Promise<SearchResult[]> {
  const selected = await selectFound(store, candidates, settings)
  const respelled = await findRespelled(selected.map(({ chunk }) => chunk.id))
  const languages = await languagesOf(selected)
  return selected.map(({ fused: { score, contributions }, evidence, chunk }, index) => {
    const { title: _, text, ...place } = chunk
    const language = languages[index] ?? 'en'
    const shown = snippet(text, terms, { language })
    const matches = matchRanges(shown, terms, language)
    const isRespelled = respelled.has(chunk.id)
    return { ...place, text, snippet: shown, matches, isRespelled, score, evidence, contributions }
  })
}
