import { foldLine } from '@recallite/store'
import { daysMeant } from './dates.ts'
import { passesField, readFieldTest } from './field-test.ts'
import { readPathTest } from './paths.ts'
import { Refusal } from './refusal.ts'
import type { ScannedChunk } from '../collection/open-collection.ts'

export type Wish = {
  readonly field: 'path' | 'heading' | 'source' | 'since' | 'until' | 'where'
  readonly text: string
  readonly isNegated: boolean
}

/** A wish, read. */
export interface Condition {
  /** Conditions of one group are alternatives; undefined: it must hold by itself. */
  readonly group: string | undefined
  readonly holds: (chunk: ScannedChunk) => boolean
  readonly stars?: number
  readonly root?: string
}

function readPath(text: string): Condition {
  const { passes, stars } = readPathTest(text)
  return { group: 'path', holds: ({ document }) => passes(document.path), stars }
}

function readHeading(text: string): Condition {
  const wanted = foldLine(text)
  if (wanted === '') throw new Refusal('OPTION_INVALID')
  return {
    group: 'heading',
    holds: ({ sections }) => sections.some((title) => foldLine(title).includes(wanted)),
  }
}

function readSource(text: string): Condition {
  return { group: 'source', holds: ({ document }) => document.root === text, root: text }
}

function readSince(text: string): Condition {
  const [first] = daysMeant(text)
  return { group: undefined, holds: ({ document: { date } }) => date !== undefined && date >= first }
}

function readUntil(text: string): Condition {
  const [, last] = daysMeant(text)
  return { group: undefined, holds: ({ document: { date } }) => date !== undefined && date <= last }
}

function readWhere(text: string): Condition {
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

/** What is not the other way round stays by itself, unless it says `=` twice negated. */
function read({ field, text, isNegated }: Wish): Condition {
  const condition = readers[field](text)
  if (!isNegated) return condition
  const test = field === 'where' ? readFieldTest(text) : undefined
  const group = test?.operator === '!=' ? `where ${test.keys.join(' ')}` : undefined
  return { ...condition, group, holds: (chunk) => !condition.holds(chunk) }
}

/**
 * Wishes that are to hold together, those of one group being alternatives.
 * @returns groups, of each of which one must hold
 * @throws Refusal
 */
export function groupsOf(wishes: readonly Wish[]): Condition[][] {
  const conditions = wishes.map((wish) => read(wish))
  return [...Map.groupBy(conditions, ({ group }, place) => group ?? `${place}`).values()]
}
