import { MemoryError, type Memory } from '@recallite/core'
import { FilterError } from '@recallite/store/filter'
import { predict, type Prediction } from './oracle/predict.ts'
import type { Collection } from './collection/open-collection.ts'
import type { Case } from './queries/generate-case.ts'

const maxResults = 100
const fewestCandidates = 100
/** Keywords only, without a threshold; a time would list other items. */
const noTimes = { correctSpelling: false, time: false }
const settings = { limit: maxResults, threshold: 0, textWeight: 1, vectorWeight: 0, ...noTimes }

/** The number of candidates of a search, and of results that are certain: a threshold makes none certain. */
function sizesOf({
  limit = maxResults,
  candidates = Math.max(fewestCandidates, 4 * limit),
  threshold = 0,
}: Case['options']) {
  return { candidates, results: threshold > 0 ? 0 : Math.min(limit, candidates) }
}

function placesOf(ids: ReadonlySet<string>, { chunks }: Collection) {
  return chunks
    .filter(({ chunk }) => ids.has(chunk.id))
    .map(({ document: { root, path } }) => `${root}:${path}`)
}

export interface Expected {
  readonly ids: ReadonlySet<string>
  /** The minimum number of ids. */
  readonly minCount: number
  readonly collection: Collection
}

/** The problems of a list of chunks. */
function compareIds(list: string, ids: readonly string[], { ids: expected, minCount, collection }: Expected) {
  const found = new Set(ids)
  const strange = placesOf(found.difference(expected), collection)
  const missing =
    found.size >= Math.min(minCount, expected.size) ? [] : placesOf(expected.difference(found), collection)
  return [
    ...(found.size === ids.length ? [] : [`${list}: a chunk was found twice`]),
    ...(strange.length === 0 ? [] : [`${list}: found, not expected: ${strange.join(' | ')}`]),
    ...(missing.length === 0 ? [] : [`${list}: expected, not found: ${missing.join(' | ')}`]),
  ]
}

/** The problems of an answer. */
function compare(
  { results, retrievers, degraded }: Awaited<ReturnType<Memory['search']>>['answer'],
  options: Case['options'],
  expected: Omit<Expected, 'minCount'>,
) {
  const sizes = sizesOf(options)
  const state = expected.ids.size > 0 ? 'ok' : 'empty'
  const hits = expected.collection.takeHits()
  const ids = results.map(({ id }) => id)
  return [
    ...degraded.map(({ reason }) => `degraded: ${reason}`),
    ...(retrievers.keyword === state ? [] : [`the keyword retriever is ${retrievers.keyword}, not ${state}`]),
    ...compareIds('candidates', hits, { ...expected, minCount: sizes.candidates }),
    ...compareIds('results', ids, { ...expected, minCount: sizes.results }),
  ]
}

function compareError(error: unknown, prediction: Prediction) {
  const isOurs = MemoryError.isInstance(error) || FilterError.isInstance(error)
  const said = isOurs ? error.code : `${error}`
  const expected = 'code' in prediction ? prediction.code : 'an answer'
  return said === expected ? [] : [`rejected with ${said}, expected ${expected}`]
}

/** Runs a search and compares it with a scan. Returns the problems. */
export async function runCase(searchCase: Case, collection: Collection): Promise<string[]> {
  const prediction = predict(searchCase, collection)
  const { query, options } = searchCase
  try {
    const { answer } = await collection.memory.search(query, { ...settings, ...options })
    if ('code' in prediction) return [`answered, expected ${prediction.code}`]
    return compare(answer, options, { ids: prediction.ids, collection })
  } catch (error) {
    return compareError(error, prediction)
  }
}
