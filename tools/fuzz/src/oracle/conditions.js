import { foldLine } from '@recallite/store'
import { daysMeant } from './dates.js'
import { passesField, readFieldTest } from './field-test.js'
import { readPathTest } from './paths.js'
import { Refusal } from './refusal.js'

/** @typedef {import('../collection/open-collection.js').ScannedChunk} ScannedChunk */
/** @typedef {{ readonly field: 'path' | 'heading' | 'source' | 'since' | 'until' | 'where', readonly text: string, readonly isNegated: boolean }} Wish */

/**
 * @typedef {object} Condition a wish, read
 * @property {string | undefined} group conditions of one group are alternatives; undefined: it must hold by itself
 * @property {(chunk: ScannedChunk) => boolean} holds
 * @property {number} [stars] of a path
 * @property {string} [root] that must be there
 */

/** @param {string} text @returns {Condition} */
function readPath(text) {
  const { passes, stars } = readPathTest(text)
  return { group: 'path', holds: ({ document }) => passes(document.path), stars }
}

/** @param {string} text @returns {Condition} */
function readHeading(text) {
  const wanted = foldLine(text)
  if (wanted === '') throw new Refusal('OPTION_INVALID')
  return {
    group: 'heading',
    holds: ({ sections }) => sections.some((title) => foldLine(title).includes(wanted)),
  }
}

/** @param {string} text @returns {Condition} */
function readSource(text) {
  return { group: 'source', holds: ({ document }) => document.root === text, root: text }
}

/** @param {string} text @returns {Condition} */
function readSince(text) {
  const [first] = daysMeant(text)
  return { group: undefined, holds: ({ document: { date } }) => date !== undefined && date >= first }
}

/** @param {string} text @returns {Condition} */
function readUntil(text) {
  const [, last] = daysMeant(text)
  return { group: undefined, holds: ({ document: { date } }) => date !== undefined && date <= last }
}

/** @param {string} text @returns {Condition} */
function readWhere(text) {
  const test = readFieldTest(text)
  const group = test.operator === '=' ? `where ${test.keys.join(' ')}` : undefined
  return { group, holds: ({ document }) => passesField(document.metadata, test) }
}

const readers = {
  path: readPath,
  heading: readHeading,
  source: readSource,
  since: readSince,
  until: readUntil,
  where: readWhere,
}

/** What is not the other way round stays by itself, unless it says `=` twice negated. @param {Wish} wish @returns {Condition} */
function read({ field, text, isNegated }) {
  const condition = readers[field](text)
  if (!isNegated) return condition
  const test = field === 'where' ? readFieldTest(text) : undefined
  const group = test?.operator === '!=' ? `where ${test.keys.join(' ')}` : undefined
  return { ...condition, group, holds: (chunk) => !condition.holds(chunk) }
}

/**
 * Wishes that are to hold together, those of one group being alternatives.
 * @param {readonly Wish[]} wishes
 * @returns {Condition[][]} groups, of each of which one must hold
 * @throws Refusal
 */
export function groupsOf(wishes) {
  const conditions = wishes.map((wish) => read(wish))
  return [...Map.groupBy(conditions, ({ group }, place) => group ?? `${place}`).values()]
}
