import { MemoryError } from '@recallite/core'
import { FilterError } from '@recallite/filter'
import { predict } from './oracle/predict.js'

/** @typedef {import('./collection/open-collection.js').Collection} Collection */
/** @typedef {import('./queries/generate-case.js').Case} Case */

const mostResults = 100
const fewestCandidates = 100
/** Words alone, and all that they find. */
const settings = { limit: mostResults, threshold: 0, textWeight: 1, vectorWeight: 0, correctSpelling: false }

/**
 * How many candidates a search looks at, and how many results it surely gives: a score may cut any of them.
 * @param {Case['options']} options
 */
function sizesOf({ limit = mostResults, candidates = Math.max(fewestCandidates, 4 * limit), threshold = 0 }) {
  return { candidates, results: threshold > 0 ? 0 : Math.min(limit, candidates) }
}

/** @param {ReadonlySet<string>} ids @param {Collection} collection */
function placesOf(ids, { chunks }) {
  return chunks.filter(({ id }) => ids.has(id)).map(({ document: { root, path } }) => `${root}:${path}`)
}

/**
 * @typedef {object} Expected
 * @property {ReadonlySet<string>} ids
 * @property {number} most how many of them are enough
 * @property {Collection} collection
 */

/**
 * What is wrong with a list of chunks.
 * @param {string} list its name
 * @param {readonly string[]} ids
 * @param {Expected} expected
 */
function compareIds(list, ids, { ids: wanted, most, collection }) {
  const found = new Set(ids)
  const strange = placesOf(found.difference(wanted), collection)
  const missing =
    found.size >= Math.min(most, wanted.size) ? [] : placesOf(wanted.difference(found), collection)
  return [
    ...(found.size === ids.length ? [] : [`${list}: a chunk was found twice`]),
    ...(strange.length === 0 ? [] : [`${list}: found, not expected: ${strange.join(' | ')}`]),
    ...(missing.length === 0 ? [] : [`${list}: expected, not found: ${missing.join(' | ')}`]),
  ]
}

/**
 * What is wrong with an answer; nothing where all is well.
 * @param {Awaited<ReturnType<import('@recallite/core').Memory['search']>>['answer']} answer
 * @param {Case['options']} options
 * @param {Omit<Expected, 'most'>} expected
 */
function compare({ results, retrievers, degraded }, options, expected) {
  const sizes = sizesOf(options)
  const state = expected.ids.size > 0 ? 'ok' : 'empty'
  const hits = expected.collection.takeHits()
  const ids = results.map(({ id }) => id)
  return [
    ...degraded.map(({ reason }) => `degraded: ${reason}`),
    ...(retrievers.keyword === state ? [] : [`the keyword retriever is ${retrievers.keyword}, not ${state}`]),
    ...compareIds('candidates', hits, { ...expected, most: sizes.candidates }),
    ...compareIds('results', ids, { ...expected, most: sizes.results }),
  ]
}

/** @param {unknown} error @param {import('./oracle/predict.js').Prediction} prediction */
function compareError(error, prediction) {
  const isOurs = MemoryError.isInstance(error) || FilterError.isInstance(error)
  const said = isOurs ? error.code : `${error}`
  const wanted = 'code' in prediction ? prediction.code : 'an answer'
  return said === wanted ? [] : [`rejected with ${said}, expected ${wanted}`]
}

/**
 * Makes a search and compares it with what the scan found.
 * @param {Case} wanted
 * @param {Collection} collection
 * @returns {Promise<string[]>} what is wrong; empty where all is well
 */
export async function runCase(wanted, collection) {
  const prediction = predict(wanted, collection)
  const { query, options } = wanted
  try {
    const { answer } = await collection.memory.search(query, { ...settings, ...options })
    if ('code' in prediction) return [`answered, expected ${prediction.code}`]
    return compare(answer, options, { ids: prediction.ids, collection })
  } catch (error) {
    return compareError(error, prediction)
  }
}
