import { computed, effect, signal } from '@preact/signals'
import type { WhyReport } from '@recallite/core'
import type {
  KindCandidates,
  RankedCandidate,
  RankedCandidates,
  SearchOptions,
} from '@recallite/core/ranking'
import { noWords, rankCandidates, resolveSearchOptions } from '@recallite/core/ranking'
import { address, goTo, type Parameters } from '../address.js'
import type { CandidatesAnswer } from '../api.js'
import { type Asked, follow, send } from '../request.js'

/** The search that the address names. */
export const asked = signal<Asked<CandidatesAnswer | undefined>>({ isAsking: false })

/** What the server answered; undefined before the first answer. */
export const answer = computed(() => asked.value.answer)

export const isAsking = computed(() => asked.value.isAsking)

/** The id of the item that was selected; undefined: the first one. */
export const selected = signal<string>()

effect(() => {
  if (answer.value) selected.value = undefined
})

/** Of these there may be several: the page gives one of each. */
const several: ReadonlySet<string> = new Set(['root', 'path', 'heading', 'where'])

let latest: Parameters = {}

/** The body of the latest request. */
let question: object = {}

/** The latest search is made; earlier ones are given up. The view without a query is that of the latest search. */
effect(() => {
  const { view, parameters } = address.value
  const { q: query, ...filters } = parameters
  if (view !== 'search') return
  if (query === undefined) return latest['q'] ? goTo('search', latest, { replaces: true }) : undefined
  latest = parameters
  const given = Object.entries(filters).map(([name, value]) => [name, several.has(name) ? [value] : value])
  question = { query, ...Object.fromEntries(given) }
  const request = async (end: AbortSignal) =>
    query === '' ? undefined : send<CandidatesAnswer>('candidates', question, end)
  return follow(request, (change) => (asked.value = change(asked.peek())))
})

/** What differs on the page from the memory's own settings, with which a search without flags is made. */
export const slid = signal<SearchOptions>({})

/** Whether anything does. */
export const isSlid = computed(() => Object.keys(slid.value).length > 0)

/** What was saved from the page; the program has the settings that it began with. */
export const saved = signal<SearchOptions>({})

/** The options as they stand on the page. */
export const settings = computed<SearchOptions>(() => {
  return { ...answer.value?.options, ...saved.value, ...slid.value }
})

/** Asks why a document is not shown, under the filters of the answer and the options as they stand on the page. */
export const askWhy = (document: string) =>
  send<WhyReport>('why', { ...question, ...saved.value, ...slid.value, document })

/** The same with all defaults of the strategy filled in. */
export const resolved = computed(() => resolveSearchOptions(settings.value))

/** The ranking of candidates under the settings of the page; computed again whenever they change, without a request. */
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

/** The retrievers of the answer, each with its default weight if it is an additional one. */
export const retrievers = computed(() => {
  const lists = ranked.value?.candidates.flatMap(({ retrievals }) => retrievals) ?? []
  return [...new Map(lists.map(({ retriever }) => [retriever.name, retriever])).values()]
})

/** A candidate as the lists show it. */
export type FoundItem = (typeof foundItems.value)[number]

/**
 * All candidates: the results in their order, then what is not shown, by its rank. `position`: among the results, from 1; null
 * if it is not shown, and `reason` says why.
 */
export const foundItems = computed(() => {
  const { results = [], omitted = [], candidates = [] } = ranked.value ?? {}
  const known = [...results, ...omitted]
  return [...known, ...unranked(known, candidates)].map((each, index) => {
    const isShown = index < results.length
    const reason = isShown ? null : describeOmission(each, known)
    return { ...each, ...namesOf(each), position: isShown ? index + 1 : null, reason }
  })
})

const byId = computed(() => new Map(foundItems.value.map((item) => [item.id, item])))

/** The item whose details are shown. */
export const selectedItem = computed(() => byId.value.get(selected.value ?? '') ?? foundItems.value[0])

/** What only a retriever found whose weight is 0 now: it has no score. */
function unranked(
  known: readonly RankedCandidate[],
  candidates: readonly KindCandidates[],
): RankedCandidate[] {
  const ids = new Set(known.map(({ id }) => id))
  const all = candidates.flatMap(({ kind, items }) => items.map((item) => ({ kind, item })))
  return all.flatMap(({ kind, item }) => {
    if (ids.has(item.id)) return []
    const fused = { id: item.id, score: 0, contributions: [] }
    const confidence = { confidence: 0, weak: true, confidenceInputs: { cosine: null, ...noWords } }
    return { id: item.id, kind, item, fused, ...confidence, duplicates: [], omission: null }
  })
}

/** What a retriever found, best first, with its own scores; of both kinds, files first. */
export function candidatesOf(name: string) {
  const lists = ranked.value?.candidates.flatMap(({ retrievals }) => retrievals) ?? []
  return lists.flatMap(({ retriever, candidates, scores }) => {
    if (retriever.name !== name) return []
    const scoreOf = new Map(scores)
    return candidates.flatMap(({ id }, index) => {
      const item = byId.value.get(id)
      return item ? [{ item, rank: index + 1, score: scoreOf.get(id)?.score ?? 0 }] : []
    })
  })
}

/** The innermost heading or the name of the file, and `root:path:lines`; the text of a record and `record:collection/id`. */
function namesOf({ kind, item }: RankedCandidate) {
  if (!item) return { title: 'damaged', place: '' }
  const { root, path, startLine, endLine } = item.locator
  if (kind === 'record') return { title: item.text, place: `record:${root}/${path}` }
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { title: item.attributes.heading.at(-1) ?? name, place: `${root}:${path}:${startLine}-${endLine}` }
}

function describeOmission({ omission, fused }: RankedCandidate, all: readonly RankedCandidate[]): string {
  if (fused.contributions.length === 0) return 'no retriever with a weight found it'
  if (omission?.kind !== 'merged') return reasons[omission?.kind ?? 'limit']
  const better = all.find(({ id }) => id === omission.into)
  return `repeats ${better ? namesOf(better).place : 'a better result'}`
}

const reasons = {
  held: 'better chunks of its document take its places',
  limit: 'beyond the limit',
  threshold: 'its fused score is below the threshold',
  abstained: 'nothing of its kind reaches the threshold',
  damaged: 'its text is damaged: recallite doctor --repair',
  gone: 'its record was forgotten, replaced or has expired',
} as const
