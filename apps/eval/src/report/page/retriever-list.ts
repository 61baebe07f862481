import { shownRanks } from '../../render/figures.js'
import type { PageAnswer, PageData, PageEntry } from '../encode-page-data.js'
import type { QueryItem } from './select-queries.js'

/** A document in a list. */
export type Listed = Omit<ReturnType<typeof decodeEntry>, 'details'> & { readonly details: Details | null }

/** What is known of a ranked document besides its name; the score is null if it is not known. */
export type Details = Omit<ReturnType<typeof decodeEntry>['details'], 'score'> & { score: number | null }

/**
 * Finds a retriever's list to show beside a chosen system: its own ranking in the same run, else a list with gaps from
 * that run's fused results, else its ranking in another run; null if nothing is known.
 */
export function retrieverList(
  data: PageData,
  { suite, query }: QueryItem,
  { retriever, chosen }: { retriever: 'keyword' | 'vector'; chosen: number | null },
) {
  const runOf = (index: number) => suite.systems[index]?.run
  const run = chosen === null ? undefined : runOf(chosen)
  const alone = [...suite.systems.keys()].filter((index) => suite.systems[index]?.retriever === retriever)
  const system = alone.find((index) => runOf(index) === run) ?? alone[0] ?? null
  if (system === null || runOf(system) !== run) {
    const fused = query.answers.filter((_, index) => runOf(index) === run)
    const derived = fromFused(data, fused, retriever)
    if (derived.length > 0) return { listed: derived, system: null }
  }
  const answer = system === null ? null : query.answers[system]
  return answer ? { listed: decodeAnswer(data, answer), system } : null
}

/** The documents of an answer, best first. */
export function decodeAnswer(data: PageData, { ranking, others }: PageAnswer): Listed[] {
  const detailed = ranking.map((entry, index) => decodeEntry(data, entry, index + 1))
  const rest = others.map(([document, grade], index) => ({
    rank: ranking.length + index + 1,
    document: data.strings[document] ?? '',
    grade,
    details: null,
  }))
  return [...detailed, ...rest]
}

function decodeEntry({ strings, chunks }: PageData, entry: PageEntry, rank: number) {
  const [chunk, grade, score, confidence, parts] = entry
  const [document = -1, startLine = 0, endLine = 0, heading = -1, snippet = -1] = chunks[chunk] ?? []
  const text = (index: number) => strings[index] ?? ''
  const contributions = parts.map(([source, sourceRank, raw, value, coverage = null]) => ({
    source: text(source),
    rank: sourceRank,
    raw,
    value,
    coverage,
  }))
  const texts = { heading: text(heading), snippet: text(snippet) }
  const details = { startLine, endLine, ...texts, score, confidence, contributions }
  return { rank, document: text(document), grade, details }
}

/** Fused results in the order of a retriever; of results of the same rank the first. */
function fromFused(data: PageData, answers: readonly (PageAnswer | null)[], retriever: string): Listed[] {
  const found = answers.flatMap((answer) =>
    answer ? decodeAnswer(data, answer).flatMap((listed) => asRetrieved(listed, retriever)) : [],
  )
  const byRank = new Map(found.toReversed().map((listed) => [listed.rank, listed]))
  return [...byRank.values()].toSorted((a, b) => a.rank - b.rank).slice(0, shownRanks)
}

/** A fused result as a retriever found it: at the retriever's rank, with its contribution alone. */
function asRetrieved(listed: Listed, retriever: string): Listed[] {
  const { details } = listed
  const part = details?.contributions.find(({ source }) => source === retriever)
  if (!details || !part || part.rank === null) return []
  return [{ ...listed, rank: part.rank, details: { ...details, score: null, contributions: [part] } }]
}
