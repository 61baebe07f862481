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

/** What was found for a query, and the documents that the memory's settings show. */
interface Found {
  readonly candidates: CandidatesAnswer
  readonly present: ReadonlySet<string>
}

/** By the text of the query, as long as the index stays as it is. */
let found = new Map<string, Promise<Found>>()
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
  const { candidates, present } = await findOnce(query.text)
  const isSlid = Object.keys(options).length > 0
  const tuned = isSlid ? await shownBy(candidates, { ...candidates.options, ...options }) : present
  const answers = answersOf(query)
  return { present: !answers.isDisjointFrom(present), tuned: !answers.isDisjointFrom(tuned) }
}

function findOnce(query: string): Promise<Found> {
  const known = found.get(query)
  if (known) return known
  const asked = send<CandidatesAnswer>('candidates', { query }).then(async (candidates) => {
    return { candidates, present: await shownBy(candidates, candidates.options) }
  })
  found.set(query, asked)
  asked.catch(() => found.delete(query))
  return asked
}

/** The documents of the results, as `root:path`. */
async function shownBy(candidates: CandidatesAnswer, options: SearchOptions): Promise<ReadonlySet<string>> {
  // Ranking blocks the page: it has to answer keys in between.
  await new Promise((resolve) => void setTimeout(resolve))
  const { results } = await rankBoth(candidates, options)
  const files = results.flatMap(({ kind, item }) => (kind === 'file' && item ? [item.locator] : []))
  return new Set(files.map(({ root, path }) => `${root}:${path}`))
}
