import { describe, expect, it } from 'vitest'
import type { Answer, RunQuery } from '../run/run.js'
import {
  abstention,
  foreignAbstention,
  found,
  foundAmong,
  lost,
  passage,
  passingFiles,
  recallOfShown,
  withinTokens,
} from './answer-measures.js'

type ResultsAnswer = Pick<Answer, 'results' | 'given' | 'unfiltered'>

const nothing: ResultsAnswer = {
  results: [],
  given: { tokens: 900, toAnswer: null },
  unfiltered: { limit: 6, confidence: 0, results: [] },
}

function resultOf(document: string, hasPassage = false) {
  return { document, hasPassage, startLine: 1, endLine: 2, score: 0.5, confidence: 0.5 }
}

function show(...documents: string[]): ResultsAnswer {
  return { ...nothing, results: documents.map((document) => resultOf(document)) }
}

const answerable = { grades: { a: 1, b: 0 }, passages: [] }
const withPassage = { ...answerable, passages: [{ document: 'a', contains: 'sessions end' }] }
const unanswerable = { grades: { b: 0 }, passages: [] }
const foreign = { ...unanswerable, foreign: 'other' }
const several = { grades: { a: 1, b: 2, c: 1, x: 0 }, passages: [] }

/** An abstaining answer with up to six results. */
const heldBack: ResultsAnswer = {
  ...nothing,
  unfiltered: {
    limit: 6,
    confidence: 0.1,
    results: ['x', 'x', 'a'].map((document, index) => ({ document, tokens: 100 * (index + 1) })),
  },
}
const given = (toAnswer: number | null): ResultsAnswer => ({ ...nothing, given: { tokens: 900, toAnswer } })

describe('a measure of results', () => {
  it.each([
    [found, show('x', 'y', 'a'), answerable, 1],
    [found, show('b', 'x'), answerable, 0],
    [found, show(), answerable, 0],
    [found, show('constructor', 'toString', '__proto__'), answerable, 0],
    [found, show('b'), unanswerable, undefined],
    // The share of the relevant documents, counted once each.
    [recallOfShown, show('a', 'a', 'x', 'b'), several, 2 / 3],
    [recallOfShown, show(), several, 0],
    [recallOfShown, show('a'), unanswerable, undefined],
    [passage, { ...nothing, results: [resultOf('x'), resultOf('a'), resultOf('a', true)] }, withPassage, 1],
    [passage, show('a'), withPassage, 0],
    [passage, show(), withPassage, 0],
    [passage, { ...nothing, results: [resultOf('a', true)] }, answerable, undefined],
    [passage, show(), { ...withPassage, grades: {} }, undefined],
    // Results without a threshold, also of an abstaining answer.
    [foundAmong(3), heldBack, answerable, 1],
    [foundAmong(2), heldBack, answerable, 0],
    [foundAmong(3), heldBack, unanswerable, undefined],
    [withinTokens(500), given(500), answerable, 1],
    [withinTokens(499), given(500), answerable, 0],
    [withinTokens(500), given(null), answerable, 0],
    [withinTokens(500), given(1), unanswerable, undefined],
  ] as const)('%#: $0.name of %j for %j is %j', (measure, answer, query, expected) => {
    expect(measure.score(answer, query)).toBe(expected)
  })

  it.each<[ResultsAnswer, RunQuery | object, (number | undefined)[]]>([
    [show(), answerable, [1, undefined, undefined]],
    [show('b'), answerable, [0, undefined, undefined]],
    [show(), unanswerable, [undefined, 1, undefined]],
    [show('x'), unanswerable, [undefined, 0, undefined]],
    [show(), foreign, [undefined, undefined, 1]],
    [show('b'), foreign, [undefined, undefined, 0]],
  ])('%#: abstention depends on the suite of the question', (answer, query, expected) => {
    const measures = [lost, abstention, foreignAbstention]
    expect(measures.map(({ score }) => score(answer, query as RunQuery))).toEqual(expected)
  })
})

function ask(relevant: readonly string[], ...documents: string[]) {
  const grades = Object.fromEntries(relevant.map((id) => [id, 1]))
  return { query: { grades }, answer: show(...documents) }
}

describe('passingFiles', () => {
  it.each([
    [0, 1, false],
    [1, 1, true],
    [1, 2, false],
    [2, 2, true],
    [1, 3, false],
    [2, 3, true],
    [2, 4, false],
    [3, 4, true],
    [2, 5, false],
    [3, 5, true],
    [2, 6, false],
    [3, 20, true],
  ])('with %i of %i queries: %j', (finding, queries, passes) => {
    const cases = Array.from({ length: queries }, (_, index) => ask(['a'], 'x', index < finding ? 'a' : 'y'))
    expect(passingFiles(cases)).toEqual({ passed: passes ? 1 : 0, total: 1 })
  })

  it.each([
    [
      'a query for each of its documents',
      [ask(['a', 'b'], 'a'), ask(['a', 'b'], 'a', 'b'), ask(['c'], 'a')],
      1,
      3,
    ],
    ['a file once for a query', [ask(['a'], 'a', 'a', 'a'), ask(['a'], 'b'), ask(['a'])], 0, 1],
    [
      'no documents judged 0',
      [{ query: { grades: { a: 2, b: 0 } }, answer: show('a', 'b') }, ask([], 'c')],
      1,
      1,
    ],
    ['no query that nothing answers', [ask(['a'], 'a'), ask([])], 1, 1],
  ])('counts %s', (_, cases, passed, total) => {
    expect(passingFiles(cases)).toEqual({ passed, total })
  })

  it('is null if no query has an answer', () => {
    expect(passingFiles([])).toBeNull()
    expect(passingFiles([ask([], 'a')])).toBeNull()
  })
})
