import { describe, expect, it } from 'vitest'
import { smallAnswers, smallHeader } from '../__fixtures__/small-run.js'
import { flawOf } from '../schema.js'
import { answer as answerSchema, gradeOf, runHeader } from './run.js'

const [suite] = smallHeader.suites
const [query] = suite?.queries ?? []
const [answer] = smallAnswers
const [ranked] = answer?.ranking ?? []
const [contribution] = ranked?.contributions ?? []

const ofSuite = (change: object) => ({ suites: [{ ...suite, ...change }] })
const ofQuery = (change: object) => ofSuite({ queries: [{ ...query, ...change }] })
const ofRanked = (change: object) => ({ ranking: [{ ...ranked, ...change }] })
const ofContribution = (change: object) => ofRanked({ contributions: [{ ...contribution, ...change }] })

describe('the header of a run', () => {
  it.each([
    ['as it is written', {}],
    [
      'with passages',
      ofQuery({ passages: [{ document: 'a', lines: [1, 2], contains: 'b' }, { document: 'a' }] }),
    ],
  ])('is accepted %s', (_, change) => {
    expect(flawOf(runHeader, { ...smallHeader, ...change })).toBeUndefined()
  })

  it.each([
    ['settings', 'an object', { settings: 5 }],
    ['depth', 'a whole number from 1', { depth: 0 }],
    ['strategies', 'a list without repetitions', { strategies: ['a', 'b', 'a'] }],
    ['suites', 'a list without repetitions', { suites: [suite, suite] }],
    ['suites.0.queries', 'a list without repetitions', ofSuite({ queries: [query, query] })],
    ['suites.0.blank', 'a whole number from 0', ofSuite({ blank: '2' })],
    [
      'suites.0.queries.0.kind',
      'other than "all", which means queries of all kinds',
      ofQuery({ kind: 'all' }),
    ],
    ['suites.0.queries.0.grades', 'an object of whole numbers from 0 to 100', ofQuery({ grades: [1] })],
    [
      'suites.0.queries.0.passages.0.lines.1',
      'a whole number from 1',
      ofQuery({ passages: [{ document: 'a', lines: [1, null] }] }),
    ],
    ['environment.node', 'given', { environment: { version: '' } }],
    ['startedAt', 'a string', { startedAt: 2026 }],
  ])('%s must be %s', (path, need, change) => {
    expect(flawOf(runHeader, { ...smallHeader, ...change })).toEqual({ path, need })
  })
})

describe('an answer', () => {
  it.each([
    ['as it is written', {}],
    ['with what a retriever covers', ofContribution({ coverage: 0.5 })],
    ['with what a retriever did not find', ofContribution({ rank: null, raw: null })],
  ])('is accepted %s', (_, change) => {
    expect(flawOf(answerSchema, { ...answer, ...change })).toBeUndefined()
  })

  it.each([
    ['suite', 'a string', { suite: null }],
    ['documents', 'a list without repetitions', { documents: ['a', 'b', 'a'], ranking: [] }],
    ['', 'an answer whose ranking begins as its documents do', { documents: ['ada.md', 'auth.md'] }],
    ['ranking.0.startLine', 'a whole number from 1', ofRanked({ startLine: 0 })],
    ['ranking.0.confidence', 'a number', ofRanked({ confidence: JSON.parse('1e999') })],
    ['ranking.0.contributions.0.rank', 'a whole number from 1', ofContribution({ rank: 0 })],
    ['ranking.0.contributions.0.coverage', 'a number', ofContribution({ coverage: null })],
    ['results.0.hasPassage', 'true or false', { results: [{ ...ranked, hasPassage: 0 }] }],
    ['timings.total', 'given', { timings: {} }],
    ['degraded', 'a list', { degraded: null }],
  ])('%s must be %s', (path, need, change) => {
    expect(flawOf(answerSchema, { ...answer, ...change })).toEqual({ path, need })
  })
})

describe('gradeOf', () => {
  it('is the grade of the judgement, or 0 without one', () => {
    expect(gradeOf({ grades: { 'a.md': 2, 'b.md': 0 } }, 'a.md')).toBe(2)
    expect(gradeOf({ grades: JSON.parse('{"__proto__":3,"constructor":1}') }, '__proto__')).toBe(3)
    for (const id of ['b.md', 'constructor', '__proto__'])
      expect(gradeOf({ grades: { 'a.md': 1 } }, id)).toBe(0)
  })
})
