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

type ShownAnswer = Pick<Answer, 'results' | 'given' | 'unfiltered'>
type JudgedQuery = Pick<RunQuery, 'grades' | 'passages'>
type ShownFor = { readonly query: Pick<RunQuery, 'grades'>; readonly answer: ShownAnswer }

function show(...documents: string[]): ShownAnswer {
  return { results: documents.map((document) => shown(document, false)) }
}

function shown(document: string, hasPassage: boolean) {
  return { document, hasPassage, startLine: 1, endLine: 2, score: 0.5, confidence: 0.5 }
}

const unknown: ShownAnswer = { results: null }

const answerable: JudgedQuery = { grades: { a: 1, b: 0 }, passages: [] }

const withPassage: JudgedQuery = { ...answerable, passages: [{ document: 'a', contains: 'sessions end' }] }

const unanswerable: JudgedQuery = { grades: { b: 0 }, passages: [] }

function ask(relevant: readonly string[], ...documents: string[]): ShownFor {
  const results = documents.map((document) => ({
    document,
    startLine: 1,
    endLine: 1,
    score: 1,
    confidence: 1,
    hasPassage: false,
  }))
  return { query: { grades: Object.fromEntries(relevant.map((id) => [id, 1])) }, answer: { results } }
}

/** Queries for one file, of which some find it. */
function queriesFor(file: string, { finding, queries }: { finding: number; queries: number }): ShownFor[] {
  return Array.from({ length: queries }, (_, index) =>
    ask([file], 'other', ...(index < finding ? [file] : [])),
  )
}

describe('found@limit', () => {
  it('is 1 where a document that answers is shown, at whatever rank', () => {
    expect(found.score(show('x', 'y', 'a'), answerable)).toBe(1)
  })

  it('is 0 where none is shown, and where nothing is', () => {
    expect(found.score(show('b', 'x'), answerable)).toBe(0)
    expect(found.score(show(), answerable)).toBe(0)
  })

  it('does not apply where no document answers, or where it is not known what was shown', () => {
    expect(found.score(show('b'), unanswerable)).toBeUndefined()
    expect(found.score(show(), { ...unanswerable, grades: {} })).toBeUndefined()
    expect(found.score(unknown, answerable)).toBeUndefined()
  })

  it('does not take what every object has for a grade', () => {
    expect(found.score(show('constructor', 'toString', '__proto__'), answerable)).toBe(0)
  })
})

describe('passage', () => {
  it('is 1 where a shown chunk holds the answer', () => {
    const results = [shown('x', false), shown('a', false), shown('a', true)]
    expect(passage.score({ results }, withPassage)).toBe(1)
  })

  it('is 0 where the document is shown without it, and where nothing is', () => {
    expect(passage.score(show('a'), withPassage)).toBe(0)
    expect(passage.score(show(), withPassage)).toBe(0)
  })

  it('does not apply to queries without passages or answers, or where it is not known what was shown', () => {
    expect(passage.score({ results: [shown('a', true)] }, answerable)).toBeUndefined()
    expect(passage.score(show(), { ...withPassage, grades: {} })).toBeUndefined()
    expect(passage.score(unknown, withPassage)).toBeUndefined()
  })
})

describe('abstention', () => {
  it('is 1 where nothing is shown for a query that nothing answers', () => {
    expect(abstention.score(show(), unanswerable)).toBe(1)
    expect(abstention.score(show('x'), unanswerable)).toBe(0)
  })

  it('does not apply to other queries, or where it is not known what was shown', () => {
    expect(abstention.score(show(), answerable)).toBeUndefined()
    expect(abstention.score(unknown, unanswerable)).toBeUndefined()
  })
})

describe('passingFiles', () => {
  it.each<[found: number, queries: number, passes: boolean]>([
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
    [3, 6, true],
    [2, 20, false],
    [3, 20, true],
  ])('with %i of %i queries: %j', (finding, queries, passes) => {
    expect(passingFiles(queriesFor('a', { finding, queries }))).toEqual({ passed: passes ? 1 : 0, total: 1 })
  })

  it('counts a query for each of its documents, and each finds itself alone', () => {
    const asked = [ask(['a', 'b'], 'a'), ask(['a', 'b'], 'a', 'b'), ask(['c'], 'a')]
    expect(passingFiles(asked)).toEqual({ passed: 1, total: 3 })
  })

  it('counts a file once for a query, however many of its chunks are shown', () => {
    expect(passingFiles([ask(['a'], 'a', 'a', 'a'), ask(['a'], 'b'), ask(['a'])])).toEqual({
      passed: 0,
      total: 1,
    })
  })

  it('leaves out documents judged 0 and queries that nothing answers', () => {
    const judged = { query: { grades: { a: 2, b: 0 } }, answer: ask([], 'a', 'b').answer }
    expect(passingFiles([judged, ask([], 'c')])).toEqual({ passed: 1, total: 1 })
  })

  it('is null where no query has an answer, or where it is not known what was shown', () => {
    expect(passingFiles([])).toBeNull()
    expect(passingFiles([ask([], 'a')])).toBeNull()
    expect(passingFiles([ask(['a'], 'a'), { ...ask(['b']), answer: { results: null } }])).toBeNull()
  })

  it('does not mind a query that nothing answers and whose results are not known', () => {
    const unshown = { ...ask([]), answer: { results: null } }
    expect(passingFiles([ask(['a'], 'a'), unshown])).toEqual({ passed: 1, total: 1 })
  })
})

describe('what is abstained on', () => {
  const foreign = { ...unanswerable, foreign: 'other' }
  const measures = [lost, abstention, foreignAbstention]
  const scores = (answer: ShownAnswer, query: JudgedQuery & { readonly foreign?: string }) =>
    measures.map(({ score }) => score(answer, query))

  it('is told apart by whose question it is', () => {
    expect(scores(show(), answerable)).toEqual([1, undefined, undefined])
    expect(scores(show('b'), answerable)).toEqual([0, undefined, undefined])
    expect(scores(show(), unanswerable)).toEqual([undefined, 1, undefined])
    expect(scores(show(), foreign)).toEqual([undefined, undefined, 1])
    expect(scores(show('b'), foreign)).toEqual([undefined, undefined, 0])
  })

  it('is not known where it is not known what was shown', () => {
    for (const query of [answerable, unanswerable, foreign]) {
      expect(scores(unknown, query)).toEqual([undefined, undefined, undefined])
    }
  })
})

describe('recall@limit', () => {
  it('is the share of the relevant documents that is shown, each once', () => {
    const query = { grades: { a: 1, b: 2, c: 1, x: 0 }, passages: [] }
    expect(recallOfShown.score(show('a', 'a', 'x', 'b'), query)).toBe(2 / 3)
    expect(recallOfShown.score(show(), query)).toBe(0)
    expect(recallOfShown.score(unknown, query)).toBeUndefined()
    expect(recallOfShown.score(show('a'), unanswerable)).toBeUndefined()
  })
})

describe('found@6', () => {
  const results = ['x', 'x', 'a'].map((document, index) => ({ document, tokens: 100 * (index + 1) }))
  const answer = { results: [], unfiltered: { limit: 6, confidence: 0.1, results } }

  it('looks at so many results, also of an answer that is held back', () => {
    expect(foundAmong(3).score(answer, answerable)).toBe(1)
    expect(foundAmong(2).score(answer, answerable)).toBe(0)
    expect(foundAmong(3).score(show('a'), answerable)).toBeUndefined()
    expect(foundAmong(3).score(answer, unanswerable)).toBeUndefined()
  })
})

describe('within tokens', () => {
  it('is 1 where the answer ends within the budget, the budget included', () => {
    const given = (toAnswer: number | null) => ({ results: [], given: { tokens: 900, toAnswer } })
    expect([500, 499].map((budget) => withinTokens(budget).score(given(500), answerable))).toEqual([1, 0])
    expect(withinTokens(500).score(given(null), answerable)).toBe(0)
    expect(withinTokens(500).score(given(1), unanswerable)).toBeUndefined()
    expect(withinTokens(500).score(show('a'), answerable)).toBeUndefined()
  })
})
