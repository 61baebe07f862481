import { daysMeant } from './dates.js'
import { parseQuery } from '@recallite/analysis'
import { FilterError, matches, parseFilter } from '@recallite/filter'
import { groupsOf } from './conditions.js'
import { matchesTree } from './match-tree.js'
import { Refusal } from './refusal.js'

/** @typedef {import('../collection/open-collection.js').Collection} Collection */
/** @typedef {import('../collection/open-collection.js').ScannedChunk} ScannedChunk */
/** @typedef {import('../queries/generate-case.js').Case} Case */
/** @typedef {import('./conditions.js').Condition} Condition */
/** @typedef {import('./conditions.js').Wish} Wish */

/**
 * @typedef {{ readonly code: string } | { readonly ids: ReadonlySet<string> }} Prediction
 *   the code of the error, or the chunks that match
 */

const mostConditions = 99
const mostPaths = 100
const mostStars = 100
/** So many come with a name that has none. */
const starsOfName = 5

/** @param {Wish['field']} field @param {readonly string[]} texts @returns {Wish[]} */
function wishes(field, texts) {
  return texts.map((text) => ({ field, text, isNegated: false }))
}

/** @param {Case['options']} options @returns {Condition[][]} */
function groupsOfOptions({ roots, paths = [], headings = [], since, until, where = [] }) {
  const filters = where.filter(isJson)
  const json = filters.length === 0 ? [] : [[readJsonFilter(filters)]]
  refuseNoDays({ since, until })
  const groups = groupsOf([
    ...wishes('path', paths),
    ...wishes('heading', headings),
    ...wishes('since', since === undefined ? [] : [since]),
    ...wishes('until', until === undefined ? [] : [until]),
    ...wishes(
      'where',
      where.filter((text) => !isJson(text)),
    ),
  ])
  const all = [...json, ...groups]
  return roots === undefined ? all : [...all, groupsOf(wishes('source', roots))[0] ?? []]
}

/** @param {string} text */
function isJson(text) {
  return text.trimStart().startsWith('{')
}

/** Filters over front matter, all in one, by the language's own test in memory. @param {readonly string[]} texts @returns {Condition} @throws Refusal */
function readJsonFilter(texts) {
  const read = texts.map((text) => {
    try {
      return JSON.parse(text)
    } catch {
      throw new Refusal('OPTION_INVALID')
    }
  })
  try {
    const filter = parseFilter(read.length === 1 ? read[0] : { $and: read })
    return { group: undefined, holds: ({ document }) => matches(filter, document.metadata) }
  } catch (error) {
    if (FilterError.isInstance(error)) throw new Refusal(error.code)
    throw error
  }
}

/** @param {Pick<Case['options'], 'since' | 'until'>} options @throws Refusal */
function refuseNoDays({ since, until }) {
  if (since === undefined || until === undefined) return
  if (daysMeant(since)[0] > daysMeant(until)[1]) throw new Refusal('OPTION_INVALID')
}

/** @param {readonly (readonly Condition[])[]} groups @param {Collection} collection @throws Refusal */
function refuse(groups, { roots }) {
  const all = groups.flat()
  const paths = all.flatMap(({ stars }) => (stars === undefined ? [] : [stars]))
  const stars = paths.reduce((sum, count) => sum + count, 0)
  if (
    groups.length > mostConditions ||
    paths.length > mostPaths ||
    stars - starsOfName * paths.length > mostStars
  ) {
    throw new Refusal('OPTION_INVALID')
  }
  if (all.some(({ root }) => root !== undefined && !roots.includes(root))) throw new Refusal('ROOT_UNKNOWN')
}

/** Whether a part of a query is an operator or a field without a value, or nothing at all. @param {string} part */
function isSyntax(part) {
  return /^(?:|AND|OR|NOT|-?(?:path|heading|source|since|until|where):)$/u.test(part)
}

/** @param {Case} wanted @param {Collection} collection @returns {Set<string>} @throws Refusal */
function scan({ query, options }, collection) {
  if (query.split(/[\s()]+/u).every(isSyntax)) throw new Refusal('QUERY_EMPTY')
  const { tree, required, fields } = parseQuery(query, { languages: collection.languages })
  const groups = [...groupsOfOptions(options), ...groupsOf(fields)]
  refuse(groups, collection)
  /** @param {ScannedChunk} chunk */
  const isFound = (chunk) =>
    tree !== null && matchesTree(chunk, tree) && (required === null || matchesTree(chunk, required))
  /** @param {ScannedChunk} chunk */
  const isLetThrough = (chunk) => groups.every((group) => group.some(({ holds }) => holds(chunk)))
  return new Set(
    collection.chunks.filter((chunk) => isFound(chunk) && isLetThrough(chunk)).map(({ id }) => id),
  )
}

/**
 * What a search must come to: found by looking at every word of every chunk.
 * @param {Case} wanted
 * @param {Collection} collection
 * @returns {Prediction}
 */
export function predict(wanted, collection) {
  try {
    return { ids: scan(wanted, collection) }
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code }
    throw error
  }
}
