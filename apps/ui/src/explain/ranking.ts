import { computed, effect, signal } from '@preact/signals'
import type { WhyReport } from '@recallite/core'
import type { KindCandidates, RankedCandidate, RankedCandidates } from '@recallite/core/ranking'
import type { SearchOptions } from '@recallite/core/ranking'
import { noWords, rankCandidates, resolveSearchOptions } from '@recallite/core/ranking'
import { address, goTo, type Parameters } from '../address.js'
import type { CandidatesAnswer } from '../api.js'
import { type RequestState, follow, searchBody, send } from '../request.js'

/** The request for the query in the URL. */
export const request = signal<RequestState<CandidatesAnswer | undefined>>({ isAsking: false })

/** Undefined before the first answer. */
export const answer = computed(() => request.value.answer)

/** The id of the selected item; undefined selects the first one. */
export const selected = signal<string>()

effect(() => {
  if (answer.value) selected.value = undefined
})

let latest: Parameters = {}

/** The body of the latest request. */
let question: object = {}

/** Sends the current search and aborts earlier ones. Without a query the view keeps the last search. */
effect(() => {
  const { view, parameters } = address.value
  const { q: query } = parameters
  if (view !== 'explain') return
  if (query === undefined) return latest['q'] ? goTo('explain', latest, { replaces: true }) : undefined
  latest = parameters
  question = searchBody(parameters)
  const ask = async (end: AbortSignal) =>
    query === '' ? undefined : send<CandidatesAnswer>('candidates', question, end)
  return follow(ask, (change) => (request.value = change(request.peek())))
})

/** Unsaved changes of options. */
export const changes = signal<SearchOptions>({})

export const hasChanges = computed(() => Object.keys(changes.value).length > 0)

/** Options saved from the page. The server does not reload its settings. */
export const saved = signal<SearchOptions>({})

/** The options of the page: from the server, then saved and unsaved changes. */
export const settings = computed<SearchOptions>(() => {
  return { ...answer.value?.options, ...saved.value, ...changes.value }
})

/** Asks why a document is missing, with the current filters and options. */
export const askWhy = (document: string) =>
  send<WhyReport>('why', { ...question, ...saved.value, ...changes.value, document })

/** `settings` with the defaults of the strategy. */
export const resolved = computed(() => resolveSearchOptions(settings.value))

/** The candidates ranked with the current options. Changed options need no request. */
export const ranked = signal<
  RankedCandidates & { readonly query: string; readonly candidates: readonly KindCandidates[] }
>()

effect(() => {
  const { value } = answer
  const options = settings.value
  const isCurrent = () => answer.peek() === value && settings.peek() === options
  const candidates = value?.candidates ?? []
  const query = value?.report.answer.query ?? ''
  const take = (made: RankedCandidates) => isCurrent() && (ranked.value = { ...made, query, candidates })
  if (value) void rankCandidates(candidates, options).then(take)
  else ranked.value = undefined
})

const retrievalsOf = () => ranked.value?.candidates.flatMap(({ retrievals }) => retrievals) ?? []

/** The retrievers of the answer. Only additional ones have a default weight. */
export const retrievers = computed(() => {
  return [...new Map(retrievalsOf().map(({ retriever }) => [retriever.name, retriever])).values()]
})

/** An item of the lists. */
export type RankedItem = (typeof rankedItems.value)[number]

/** All candidates: results with their `position`, from 1, then omitted ones with a `reason`. */
export const rankedItems = computed(() => {
  const { results = [], omitted = [], candidates = [] } = ranked.value ?? {}
  const scored = [...results, ...omitted]
  return [...scored, ...unranked(scored, candidates)].map((each, index) => {
    const isResult = index < results.length
    const reason = isResult ? null : describeOmission(each, scored)
    return { ...each, ...namesOf(each), position: isResult ? index + 1 : null, reason }
  })
})

const byId = computed(() => new Map(rankedItems.value.map((item) => [item.id, item])))

/** The item whose details are displayed. */
export const selectedItem = computed(() => byId.value.get(selected.value ?? '') ?? rankedItems.value[0])

/** Candidates without a score, because the weight of their retriever is now 0. */
function unranked(
  scored: readonly RankedCandidate[],
  candidates: readonly KindCandidates[],
): RankedCandidate[] {
  const ids = new Set(scored.map(({ id }) => id))
  const all = candidates.flatMap(({ kind, items }) => items.map((item) => ({ kind, item })))
  return all.flatMap(({ kind, item }) => {
    if (ids.has(item.id)) return []
    const fused = { id: item.id, score: 0, contributions: [] }
    const confidence = { confidence: 0, weak: true, confidenceInputs: { cosine: null, ...noWords } }
    return { id: item.id, kind, item, fused, ...confidence, duplicates: [], omission: null }
  })
}

/** The candidates of a retriever with their scores: files, then records, each best first. */
export function candidatesOf(name: string) {
  return retrievalsOf().flatMap(({ retriever, candidates, scores }) => {
    if (retriever.name !== name) return []
    const scoreOf = new Map(scores)
    return candidates.flatMap(({ id }, index) => {
      const item = byId.value.get(id)
      return item ? [{ item, rank: index + 1, score: scoreOf.get(id)?.score ?? 0 }] : []
    })
  })
}

/** For files the innermost heading or file name, for records the text; and the locator. */
function namesOf({ kind, item }: RankedCandidate) {
  if (!item) return { title: 'damaged', locator: '' }
  const { root, path, startLine, endLine } = item.locator
  if (kind === 'record') return { title: item.text, locator: `record:${root}/${path}` }
  const name = path.slice(path.lastIndexOf('/') + 1)
  const title = item.attributes.heading.at(-1) ?? name
  return { title, locator: `${root}:${path}:${startLine}-${endLine}` }
}

function describeOmission({ omission, fused }: RankedCandidate, all: readonly RankedCandidate[]): string {
  if (fused.contributions.length === 0) return 'only retrievers with weight 0 found it'
  if (omission?.kind !== 'merged') return reasons[omission?.kind ?? 'limit']
  const better = all.find(({ id }) => id === omission.into)
  return `duplicate of ${better ? namesOf(better).locator : 'a better result'}`
}

const reasons = {
  held: 'its document has enough better chunks',
  limit: 'beyond the limit',
  threshold: 'held back: its score is below the threshold, or much lower than the best',
  abstained: 'no result of its kind reaches the threshold',
  damaged: 'its text is damaged: recallite doctor --repair',
  gone: 'its record was forgotten or superseded, or has expired',
} as const
