import { isDeepStrictEqual } from 'node:util'
import { FuzzError, openCollection, type Collection } from './collection/open-collection.ts'
import { caseGenerator, type Case } from './queries/generate-case.ts'
import { runCase } from './run-case.ts'
import { shrink } from './shrink.ts'
import { watchSql } from './sql-watch.ts'
import { warmUp } from './warm-up.ts'

export interface Failure {
  readonly number: number
  readonly wanted: Case
  readonly smallest: Case
  readonly problems: readonly string[]
}

/** Searches by their numbers. */
export interface Part {
  readonly from: number
  readonly queries: number
}

export type FuzzRequest = Part & {
  seed: number
  onFailure?: (failure: Failure) => unknown
  onProgress?: (done: number) => void
}

/** So many searches are made in one collection; then another is made. */
const queriesPerCollection = 20_000
/** A fault that shows everywhere need not be shown more often. */
const mostFailures = 20

/** Divides searches by the collection that they are made in. */
export function* partsOf({ from, queries }: Part): Generator<Part, undefined> {
  const end = from + queries
  for (let start = from; start < end;) {
    const boundary = (Math.floor(start / queriesPerCollection) + 1) * queriesPerCollection
    const next = Math.min(end, boundary)
    yield { from: start, queries: next - start }
    start = next
  }
}

/** Runs a case, and looks at the SQL that it made. */
function watchedRunner(collection: Collection, watch: ReturnType<typeof watchSql>) {
  return async (wanted: Case) => {
    const problems = await runCase(wanted, collection)
    const strange = watch.takeStrange()
    return strange.length === 0 ? problems : [...problems, `SQL says ${JSON.stringify(strange)}`]
  }
}

/** Makes one search, and if it fails, finds what of it does. */
async function findFailure(
  { number, wanted }: { number: number; wanted: Case },
  run: (wanted: Case) => Promise<string[]>,
): Promise<Failure | undefined> {
  if ((await run(wanted)).length === 0) return undefined
  const smallest = await shrink(wanted, async (smaller) => (await run(smaller)).length > 0)
  return { number, wanted, smallest, problems: await run(smallest) }
}

async function fuzzCollection(
  collection: Collection,
  { seed, from, queries, onFailure }: FuzzRequest,
): Promise<Failure[]> {
  const watch = watchSql()
  try {
    for (const wanted of warmUp(collection)) await runCase(wanted, collection)
    watch.endLearning()
    const run = watchedRunner(collection, watch)
    const generate = caseGenerator(collection)
    const failures: Failure[] = []
    for (let number = from; number < from + queries && failures.length < mostFailures; number += 1) {
      const failure = await findFailure({ number, wanted: generate(seed, number) }, run)
      if (!failure) continue
      failures.push(failure)
      onFailure?.(failure)
    }
    return failures
  } finally {
    watch.stop()
  }
}

async function fuzzPart(request: FuzzRequest): Promise<Failure[]> {
  const { seed, from, queries } = request
  const collection = await openCollection([seed, Math.floor(from / queriesPerCollection)])
  try {
    const before = await collection.store.status()
    const failures = await fuzzCollection(collection, request)
    if (isDeepStrictEqual(await collection.store.status(), before)) return failures
    throw new FuzzError(`Searches ${from} to ${from + queries - 1} changed what the store holds.`)
  } finally {
    await collection.close()
  }
}

/**
 * Makes searches and compares each with a naive scan; gives up on a collection with many failures.
 * @throws FuzzError when something else than a search went wrong
 */
export async function fuzz(request: FuzzRequest): Promise<Failure[]> {
  const failures: Failure[] = []
  let done = 0
  for (const part of partsOf(request)) {
    failures.push(...(await fuzzPart({ ...request, ...part })))
    request.onProgress?.((done += part.queries))
  }
  return failures
}
