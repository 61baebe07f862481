import { createHash } from 'node:crypto'
import { UsageError } from '@recallite/command-line'
import { isAnswerable } from '../measures/answer-measures.js'
import { describeSuite, textsOf } from './describe-run.js'
import type { RunQuery, RunSuite } from './run.js'
import type { Suite } from '../suite/suite.js'

/**
 * Describes suites for a run and adds to each `count` answerable questions of every foreign suite. Suites are foreign if they share
 * no document or question. Throws a UsageError if a suite has no foreign one.
 */
export function addForeignQuestions(suites: readonly Suite[], count: number): RunSuite[] {
  const sampled = suites.map((suite) => {
    const described = describeSuite(suite)
    return { described, contents: contentsOf(suite), sample: sampleQuestions(described, count) }
  })
  return sampled.map((suite) => {
    const foreign = sampled.filter((one) => one !== suite && suite.contents.isDisjointFrom(one.contents))
    if (foreign.length === 0) {
      const advice = 'add one that shares no documents or questions with it.'
      throw new UsageError(`No other suite is foreign to ${suite.described.name}: ${advice}`)
    }
    const added = foreign.flatMap(({ described, sample }) =>
      sample.map((query) => toForeign(described.name, query)),
    )
    return { ...suite.described, queries: [...suite.described.queries, ...added] }
  })
}

/** Chooses questions of a suite by the hashes of their ids, independent of their order and of other suites. */
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

function toForeign(foreign: string, { id, text }: RunQuery): RunQuery {
  const kind = `foreign:${foreign}`
  return { id: `${kind}:${id}`, text, kind, grades: {}, passages: [], foreign }
}

/** Hashes of a suite's documents and questions, except empty ones. */
function contentsOf({ corpus, queries }: Suite): Set<string> {
  const documents = Array.from(textsOf(corpus), ([, text]) => text.toString().trim())
  const texts = [...documents, ...queries.map(({ text }) => text.trim())]
  return new Set(texts.filter((text) => text !== '').map(hashOf))
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
