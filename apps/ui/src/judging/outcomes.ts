import { effect, signal } from '@preact/signals'
import { rankBoth, type SearchOptions } from '@recallite/core/ranking'
import type { CandidatesAnswer, JudgedQuery } from '../api.js'
import { send } from '../request.js'
import { slid, type Slid } from '../search/settings.js'
import { answersOf, failure, suite } from './suite.js'

/** Whether a document that answers a query is among the results: under the memory's settings, and as they stand on the page. */
export interface Outcome {
  readonly present: boolean
  readonly tuned: boolean
}

/** By query; those without a known answer have none, nor have those that were not asked yet. */
export const outcomes = signal<ReadonlyMap<string, Outcome>>(new Map())

/** What was found for each query, by its text, as long as the index stays as it is. */
let found = new Map<string, Promise<CandidatesAnswer>>()
let version = ''

/** The queries that can be hit or missed. */
export const countedQueries = (): readonly JudgedQuery[] =>
  suite.value?.queries.filter((query) => answersOf(query).size > 0) ?? []

/** Ranks all queries, and again whenever the suite or the settings change, until the function that is returned is called. */
export function followOutcomes(): () => void {
  return effect(() => {
    const stop = new AbortController()
    if (suite.value && suite.value.version !== version) {
      found = new Map()
      version = suite.value.version
    }
    void rankAll(countedQueries(), slid.value, stop.signal)
    return () => stop.abort()
  })
}

/** Two requests at a time. */
async function rankAll(queries: readonly JudgedQuery[], options: Slid, stopped: AbortSignal): Promise<void> {
  const made = new Map<string, Outcome>()
  const left = queries.values()
  const work = async () => {
    for (const query of left) {
      if (stopped.aborted) return
      made.set(query.id, await outcomeOf(query, options))
    }
  }
  try {
    await Promise.all([work(), work()])
    if (!stopped.aborted) outcomes.value = made
  } catch (error) {
    failure.value = (error as Error).message
  }
}

async function outcomeOf(query: JudgedQuery, options: Slid): Promise<Outcome> {
  const candidates = await findCandidates(query.text)
  // Ranking blocks the page: it has to answer keys in between.
  await new Promise((resolve) => void setTimeout(resolve))
  const answers = answersOf(query)
  const isHit = async (given: SearchOptions) => {
    const { results } = await rankBoth(candidates, given)
    return results.some(({ item }) => answers.has(`${item?.locator.root}:${item?.locator.path}`))
  }
  const present = await isHit(candidates.options)
  const isSlid = Object.keys(options).length > 0
  return { present, tuned: isSlid ? await isHit({ ...candidates.options, ...options }) : present }
}

function findCandidates(query: string): Promise<CandidatesAnswer> {
  const known = found.get(query)
  if (known) return known
  const asked = send<CandidatesAnswer>('candidates', { query })
  found.set(query, asked)
  asked.catch(() => found.delete(query))
  return asked
}
