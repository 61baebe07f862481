import { effect, signal } from '@preact/signals'
import { rankBoth, type RankedBoth, type SearchOptions } from '@recallite/core/ranking'
import { address, goTo } from '../address.js'
import type { CandidatesAnswer } from '../api.js'
import { send } from '../request.js'
import { served, settings } from './settings.js'

/** The fields of a search besides its query, as flags of `recallite search` name them. */
export const filterNames = ['kind', 'root', 'path', 'heading', 'since', 'until', 'where'] as const

/** What the server answered; null before the first answer. */
export const answer = signal<CandidatesAnswer | null>(null)

/** Why there is no answer; empty if there is one. */
export const failure = signal('')

/** Whether an answer is waited for. */
export const isAsking = signal(false)

/** The ranking under the settings as they stand on the page; made anew whenever they change, without a request. */
export const ranked = signal<RankedBoth | null>(null)

effect(() => {
  const { value } = answer
  const { value: options } = settings
  if (!value) ranked.value = null
  else void rank(value, options)
})

async function rank(candidates: CandidatesAnswer, options: SearchOptions): Promise<void> {
  const made = await rankBoth(candidates, options)
  if (answer.value === candidates && settings.value === options) ranked.value = made
}

/** The item whose details are shown. */
export const selected = signal<string | null>(null)

/** Asks a query: it becomes part of the address, and so of the history of the browser. */
export function askQuery(parameters: Readonly<Record<string, string>>): void {
  const given = Object.entries(parameters).filter(([, value]) => value.trim() !== '')
  goTo('search', Object.fromEntries(given))
}

let under: AbortController | undefined

/** The latest question is answered; earlier ones are given up. */
effect(() => {
  const { view, parameters } = address.value
  const query = parameters.get('q')
  if (view !== 'search' || query === null) return
  under?.abort()
  under = new AbortController()
  void fetchAnswer(query, parameters, under.signal)
})

async function fetchAnswer(query: string, parameters: URLSearchParams, stop: AbortSignal): Promise<void> {
  isAsking.value = true
  try {
    const body = { query, ...filtersOf(parameters) }
    const received = await send<CandidatesAnswer>('candidates', body, stop)
    served.value = received.options
    answer.value = received
    failure.value = ''
    selected.value = received.report.answer.results[0]?.id ?? null
  } catch (error) {
    if (stop.aborted) return
    failure.value = (error as Error).message
    answer.value = null
  }
  isAsking.value = false
}

/** `root`, `path`, `heading` and `where` may be several: the page gives one of each. */
function filtersOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const given = filterNames.flatMap((name) => {
    const value = parameters.get(name)
    return value === null ? [] : [[name, isPlain.has(name) ? value : [value]] as const]
  })
  return Object.fromEntries(given)
}

const isPlain: ReadonlySet<string> = new Set(['kind', 'since', 'until'])
