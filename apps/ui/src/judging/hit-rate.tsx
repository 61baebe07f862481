import { computed, effect, signal } from '@preact/signals'
import { rankCandidates, type SearchOptions } from '@recallite/core/ranking'
import { useEffect } from 'preact/hooks'
import type { CandidatesAnswer, JudgedQuery } from '../api.js'
import { Facts, Trouble } from '../elements.js'
import { send } from '../request.js'
import { isSlid, saved, slid } from '../search/search.js'
import { describeDifference, describeRate, type Outcome } from './statistics.js'
import { answersOf, suite } from './suite.js'

/** By query; those without a known answer have none, nor have those that were not asked yet. */
export const outcomes = signal<ReadonlyMap<string, Outcome>>(new Map())

const isCounting = signal(false)

/** Why some query could not be asked; empty if all were. */
const trouble = signal('')

const countedQueries = computed(() => suite.value?.queries.filter((query) => answersOf(query).size > 0) ?? [])

/** The hit rate of the user's own suite, under the memory's settings and as they stand on the page. */
export function HitRate() {
  useEffect(followOutcomes, [])
  const counted = countedQueries.value
  const known = counted.flatMap(({ id }) => outcomes.value.get(id) ?? [])
  const left = (suite.value?.queries.length ?? 0) - counted.length
  const [are, them] = left === 1 ? ['question is', 'it'] : ['questions are', 'them']
  return (
    <section class="hit-rate" aria-label="Hit rate" aria-busy={isCounting} aria-live="polite">
      <Trouble of={trouble.value} />
      {isCounting.value && <p class="muted">Asking the questions of the suite…</p>}
      {!isCounting.value && known.length > 0 && <Facts of={ratesOf(known)} />}
      {left > 0 && <p class="muted">{`${left} ${are} left out: nothing is known to answer ${them}.`}</p>}
    </section>
  )
}

const ratesOf = (known: readonly Outcome[]) =>
  [
    ['Hit rate, settings as they are', describeRate(known.map(({ present }) => present))],
    ['Hit rate, settings as slid', isSlid.value && describeRate(known.map(({ tuned }) => tuned))],
    ['The difference', isSlid.value && describeDifference(known)],
  ] as const

/** What was found, by the text of the query, as long as the index stays as it is. */
let found = new Map<string, Promise<CandidatesAnswer>>()
let version = ''

/** Ranks all queries, and again whenever the suite or the settings change, until the function that is returned is called. */
function followOutcomes(): () => void {
  return effect(() => {
    const stop = new AbortController()
    if (suite.value && suite.value.version !== version) {
      found = new Map()
      version = suite.value.version
    }
    void rankAll(countedQueries.value, [saved.value, slid.value], stop.signal)
    return () => stop.abort()
  })
}

/** Options that were saved from the page, and those that were changed since. */
type Changes = readonly [kept: SearchOptions, changed: SearchOptions]

async function rankAll(queries: readonly JudgedQuery[], changes: Changes, stopped: AbortSignal) {
  const made = new Map<string, Outcome>()
  const failures: string[] = []
  isCounting.value = queries.length > 0
  for (const query of queries) {
    const outcome = await outcomeOf(query, changes).catch((error: Error) => error)
    if (stopped.aborted) return
    if (outcome instanceof Error) failures.push(`${query.id}: ${outcome.message}`)
    else made.set(query.id, outcome)
  }
  outcomes.value = made
  trouble.value = failures.join(' ')
  isCounting.value = false
}

async function outcomeOf(query: JudgedQuery, [kept, changed]: Changes): Promise<Outcome> {
  const candidates = await findOnce(query.text)
  const answers = answersOf(query)
  const isHit = async (options: SearchOptions) => !answers.isDisjointFrom(await shownBy(candidates, options))
  const options = { ...candidates.options, ...kept }
  const present = await isHit(options)
  return { present, tuned: isSlid.value ? await isHit({ ...options, ...changed }) : present }
}

function findOnce(query: string): Promise<CandidatesAnswer> {
  const asked = found.get(query) ?? send<CandidatesAnswer>('candidates', { query })
  found.set(query, asked)
  asked.catch(() => found.delete(query))
  return asked
}

/** The documents of the results, as `root:path`. */
async function shownBy(candidates: CandidatesAnswer, options: SearchOptions): Promise<ReadonlySet<string>> {
  // Ranking blocks the page: it has to answer keys in between.
  await new Promise((resolve) => void setTimeout(resolve))
  const { results } = await rankCandidates(candidates.candidates, options)
  const files = results.flatMap(({ kind, item }) => (kind === 'file' && item ? [item.locator] : []))
  return new Set(files.map(({ root, path }) => `${root}:${path}`))
}
