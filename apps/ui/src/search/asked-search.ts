import { computed, effect, signal } from '@preact/signals'
import { address, goTo, type Parameters } from '../address.js'
import type { CandidatesAnswer } from '../api.js'
import { type Asked, follow, send } from '../request.js'

/** The search that the address names. */
export const asked = signal<Asked<CandidatesAnswer>>({ isAsking: false })

/** What the server answered; undefined before the first answer. */
export const answer = computed(() => asked.value.answer)

/** Whether an answer is waited for. */
export const isAsking = computed(() => asked.value.isAsking)

/** The item whose details are shown. */
export const selected = signal<string>()

effect(() => {
  selected.value = answer.value?.report.answer.results[0]?.id
})

/** The parameters of the latest search. */
let latest: Parameters = {}

/** The latest search is made; earlier ones are given up. The view without a query is that of the latest search. */
effect(() => {
  const { view, parameters } = address.value
  if (view !== 'search') return
  const { q: query, ...filters } = parameters
  if (query === undefined) return latest['q'] ? goTo('search', latest, { replaces: true }) : undefined
  latest = parameters
  const given = Object.entries(filters).map(([name, value]) => [name, lists.has(name) ? [value] : value])
  const body = { query, ...Object.fromEntries(given) }
  const request = (end: AbortSignal) => send<CandidatesAnswer>('candidates', body, end)
  return follow(request, (change) => (asked.value = change(asked.peek())))
})

/** Of these there may be several: the page gives one of each. */
const lists: ReadonlySet<string> = new Set(['root', 'path', 'heading', 'where'])
