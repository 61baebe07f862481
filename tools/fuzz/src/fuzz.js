import { isDeepStrictEqual } from 'node:util'
import { openCollection } from './collection/open-collection.js'
import { FuzzError } from './fuzz-error.js'
import { caseGenerator } from './queries/generate-case.js'
import { runCase } from './run-case.js'
import { shrink } from './shrink.js'
import { watchSql } from './sql-watch.js'
import { warmUp } from './warm-up.js'

/** @typedef {import('./queries/generate-case.js').Case} Case */
/** @typedef {import('./collection/open-collection.js').Collection} Collection */

/**
 * @typedef {object} Failure
 * @property {number} number of the search
 * @property {Case} wanted
 * @property {Case} smallest what of it fails alone
 * @property {readonly string[]} problems of the smallest
 */

/**
 * @typedef {object} Part searches by their numbers
 * @property {number} from the first one's
 * @property {number} queries how many
 */

/**
 * @typedef {Part & { seed: number, onFailure?: (failure: Failure) => void, onProgress?: (done: number) => void }} FuzzRequest
 */

/** So many searches are made in one collection; then another is made. */
const queriesPerCollection = 20_000
/** A fault that shows everywhere need not be shown more often. */
const mostFailures = 20

/**
 * Divides searches by the collection that they are made in.
 * @param {Part} whole
 * @returns {Generator<Part, undefined>}
 */
export function* partsOf({ from, queries }) {
  const end = from + queries
  for (let start = from; start < end;) {
    const boundary = (Math.floor(start / queriesPerCollection) + 1) * queriesPerCollection
    const next = Math.min(end, boundary)
    yield { from: start, queries: next - start }
    start = next
  }
}

/** Runs a case, and looks at the SQL that it made. @param {Collection} collection @param {ReturnType<typeof watchSql>} watch */
function watchedRunner(collection, watch) {
  /** @param {Case} wanted */
  return async (wanted) => {
    const problems = await runCase(wanted, collection)
    const strange = watch.takeStrange()
    return strange.length === 0 ? problems : [...problems, `SQL says ${JSON.stringify(strange)}`]
  }
}

/**
 * Makes one search, and if it fails, finds what of it does.
 * @param {{ number: number, wanted: Case }} search
 * @param {(wanted: Case) => Promise<string[]>} run
 * @returns {Promise<Failure | undefined>}
 */
async function findFailure({ number, wanted }, run) {
  if ((await run(wanted)).length === 0) return undefined
  const smallest = await shrink(wanted, async (smaller) => (await run(smaller)).length > 0)
  return { number, wanted, smallest, problems: await run(smallest) }
}

/**
 * @param {Collection} collection
 * @param {FuzzRequest} request searches of one part
 * @returns {Promise<Failure[]>}
 */
async function fuzzCollection(collection, { seed, from, queries, onFailure }) {
  const watch = watchSql()
  try {
    for (const wanted of warmUp(collection)) await runCase(wanted, collection)
    watch.endLearning()
    const run = watchedRunner(collection, watch)
    const generate = caseGenerator(collection)
    /** @type {Failure[]} */
    const failures = []
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

/** @param {FuzzRequest} request searches of one part @returns {Promise<Failure[]>} */
async function fuzzPart(request) {
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
 * @param {FuzzRequest} request
 * @returns {Promise<Failure[]>}
 * @throws FuzzError when something else than a search went wrong
 */
export async function fuzz(request) {
  /** @type {Failure[]} */
  const failures = []
  let done = 0
  for (const part of partsOf(request)) {
    failures.push(...(await fuzzPart({ ...request, ...part })))
    request.onProgress?.((done += part.queries))
  }
  return failures
}
