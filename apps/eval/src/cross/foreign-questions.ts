import { createHash } from 'node:crypto'
import { UsageError } from '@recallite/command-line'
import { isAnswerable } from '../measures/answer-measures.js'
import { textsOf } from '../run/describe-suite.js'
import type { RunQuery, RunSuite } from '../run/run.js'
import type { Suite } from '../suite/suite.js'

/** A suite, and as it is in a run. */
interface DescribedSuite {
  readonly suite: Suite
  readonly described: RunSuite
}

interface ForeignOptions {
  /** How many questions of a suite are asked of each other collection. */
  readonly count: number
  /** Groups of suites that are not foreign to one another, by their names. */
  readonly families: readonly (readonly string[])[]
}

/**
 * Adds to each suite questions of all others that are foreign to it: questions that some document of theirs answers,
 * the same ones for every collection. Suites that share a document or a question are not foreign to each other.
 * @throws UsageError if a family names a suite that is not there, or if a suite has no other that is foreign to it
 */
export function addForeignQuestions(
  suites: readonly DescribedSuite[],
  { count, families }: ForeignOptions,
): RunSuite[] {
  checkFamilies(families, suites)
  const sampled = suites.map(({ suite, described }) => ({
    described,
    contents: contentsOf(suite),
    sample: sampleQuestions(described, count),
  }))
  return sampled.map((own) => {
    const foreign = sampled.filter((other) => other !== own && isForeignTo(own, other, families))
    if (foreign.length === 0) throw noForeign(own.described.name)
    const asked = foreign.flatMap(({ described, sample }) =>
      sample.map((query) => toForeign(described.name, query)),
    )
    return { ...own.described, queries: [...own.described.queries, ...asked] }
  })
}

/** Questions of a suite, chosen by a hash of their ids, so that a choice depends neither on their order nor on other suites. */
export function sampleQuestions(
  { name, queries }: Pick<RunSuite, 'name' | 'queries'>,
  count: number,
): RunQuery[] {
  const keyed = queries.filter(isAnswerable).map((query) => ({ query, key: hashOf(`${name}\0${query.id}`) }))
  return keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ query }) => query)
}

function toForeign(suite: string, { id, text }: RunQuery): RunQuery {
  return { id: `foreign:${suite}:${id}`, text, kind: '', grades: {}, passages: [], foreign: suite }
}

function isForeignTo(
  own: { readonly described: RunSuite; readonly contents: ReadonlySet<string> },
  other: { readonly described: RunSuite; readonly contents: ReadonlySet<string> },
  families: ForeignOptions['families'],
): boolean {
  const names = [own.described.name, other.described.name]
  if (families.some((family) => names.every((name) => family.includes(name)))) return false
  return ![...own.contents].some((content) => other.contents.has(content))
}

/** Hashes of a suite's documents and questions; empty documents are alike everywhere. */
function contentsOf({ corpus, queries }: Suite): Set<string> {
  const documents = Array.from(textsOf(corpus), ([, text]) => text.toString().trim())
  const texts = [...documents, ...queries.map(({ text }) => text.trim())]
  return new Set(texts.filter((text) => text !== '').map(hashOf))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function checkFamilies(families: ForeignOptions['families'], suites: readonly DescribedSuite[]): void {
  const names = suites.map(({ described }) => described.name)
  const unknown = families.flat().find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new UsageError(
    `--not-foreign ${unknown}: no suite here has this name. There are: ${names.join(', ')}.`,
  )
}

function noForeign(name: string): UsageError {
  return new UsageError(
    `No other suite is foreign to ${name}: name at least one with other documents and other questions.`,
  )
}
