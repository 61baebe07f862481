import { describe, expect, it } from 'vitest'
import { smallAnswers, smallHeader } from '../__fixtures__/small-run.js'
import { gradeOf, isAnswerLine, isRunHeader } from './run.js'
import type { Flaw, Shape } from '../shape.js'

const [suite] = smallHeader.suites
const [query] = suite?.queries ?? []
const [answer] = smallAnswers
const [ranked] = answer?.ranking ?? []
const [contribution] = ranked?.contributions ?? []

function flawOf(shape: Shape<unknown>, value: unknown): string {
  const flaw: Flaw = { path: '', wanted: '' }
  return shape(value, flaw) ? 'none' : `${flaw.path} ${flaw.wanted}`
}

const ofSuite = (change: object) => ({ suites: [{ ...suite, ...change }] })
const ofQuery = (change: object) => ofSuite({ queries: [{ ...query, ...change }] })

describe('isRunHeader', () => {
  it.each<[string, object]>([
    ['as it is written', {}],
    ['of another program', { settings: null, suites: [{ ...suite, queries: [] }] }],
    [
      'with places of answers',
      ofQuery({ passages: [{ document: 'a', lines: [1, 2], contains: 'b' }, { document: 'a' }] }),
    ],
  ])('takes a header %s', (_, change) => {
    expect(flawOf(isRunHeader, { ...smallHeader, ...change })).toBe('none')
  })

  it.each<[string, object]>([
    ['.settings an object', { settings: [] }],
    [
      '.settings.model.dimensions a whole number from 1',
      { settings: { model: { provider: '', model: '', dimensions: 0.5 } } },
    ],
    ['.depth a whole number from 1', { depth: 0 }],
    ['.depth a whole number from 1', { depth: 1e300 }],
    ['.strategies a list', { strategies: { length: 1 } }],
    ['.strategies a list of at least one name', { strategies: [] }],
    ['.strategies[0] a string', { strategies: [1] }],
    ['.strategies[2] another than those before it', { strategies: ['a', 'b', 'a', 'b'] }],
    ['.suites[1] another than those before it', { suites: [suite, suite] }],
    ['.suites[0].queries[1] another than those before it', ofSuite({ queries: [query, query] })],
    ['.suites[0].blank a whole number from 0', ofSuite({ blank: '2' })],
    [
      '.suites[0].queries[0].kind other than "all", which means queries of all kinds',
      ofQuery({ kind: 'all' }),
    ],
    ['.suites[0].queries[0].grades an object', ofQuery({ grades: [1] })],
    ['.suites[0].queries[0].grades an object', ofQuery({ grades: null })],
    [
      '.suites[0].queries[0].grades["b.md"] a whole number from 0 to 100',
      ofQuery({ grades: { 'a.md': 1, 'b.md': 101 } }),
    ],
    [
      '.suites[0].queries[0].grades["__proto__"] a whole number from 0 to 100',
      ofQuery({ grades: JSON.parse('{"__proto__":"1"}') }),
    ],
    [
      '.suites[0].queries[0].passages[0].lines a list of two',
      ofQuery({ passages: [{ document: 'a', lines: [1] }] }),
    ],
    [
      '.suites[0].queries[0].passages[0].lines[1] a whole number from 1',
      ofQuery({ passages: [{ document: 'a', lines: [1, null] }] }),
    ],
    [
      '.suites[0].queries[0].passages[0].contains a string',
      ofQuery({ passages: [{ document: 'a', contains: null }] }),
    ],
    ['.environment an object', { environment: undefined }],
    ['.environment.node a string', { environment: { version: '' } }],
    ['.startedAt a string', { startedAt: 2026 }],
  ])('refuses a flaw: %s', (flaw, change) => {
    expect(flawOf(isRunHeader, { ...smallHeader, ...change })).toBe(flaw)
  })
})

const ofRanked = (change: object) => ({ ranking: [{ ...ranked, ...change }] })
const ofContribution = (change: object) => ofRanked({ contributions: [{ ...contribution, ...change }] })

describe('isAnswerLine', () => {
  it.each<[string, object]>([
    ['as it is written', {}],
    ['of another program', { ranking: [], results: null, timings: null }],
    ['with what a retriever covers', ofContribution({ coverage: 0.5 })],
    ['with what a retriever did not find', ofContribution({ rank: null, raw: null })],
  ])('takes an answer %s', (_, change) => {
    expect(flawOf(isAnswerLine, { answer: { ...answer, ...change } })).toBe('none')
  })

  it.each<[string, object]>([
    ['.suite a string', { suite: null }],
    ['.documents a list', { documents: 'a' }],
    ['.documents[2] another than those before it', { documents: ['a', 'b', 'a'], ranking: [] }],
    [' an answer whose ranking begins as its documents do', { documents: ['ada.md', 'auth.md'] }],
    [' an answer whose ranking begins as its documents do', { documents: [] }],
    ['.ranking a list', { ranking: undefined }],
    ['.ranking[0].startLine a whole number from 1', ofRanked({ startLine: 0 })],
    ['.ranking[0].heading[1] a string', ofRanked({ heading: ['', {}] })],
    ['.ranking[0].score a number', ofRanked({ score: null })],
    ['.ranking[0].confidence a number', ofRanked({ confidence: JSON.parse('1e999') })],
    ['.ranking[0].contributions[0].rank a whole number from 1', ofContribution({ rank: 0 })],
    ['.ranking[0].contributions[0].raw a number', ofContribution({ raw: '3' })],
    ['.ranking[0].contributions[0].coverage a number', ofContribution({ coverage: null })],
    ['.ranking[0].contributions[0].value a number', ofContribution({ value: undefined })],
    ['.results[0].hasPassage true or false', { results: [{ ...ranked, hasPassage: 0 }] }],
    ['.timings.total a number', { timings: {} }],
    ['.timings an object', { timings: undefined }],
    ['.degraded a list', { degraded: null }],
  ])('refuses a flaw: %s', (flaw, change) => {
    expect(flawOf(isAnswerLine, { answer: { ...answer, ...change } })).toBe(`.answer${flaw}`)
  })
})

describe('gradeOf', () => {
  it('is that of the judgement', () => {
    expect(gradeOf({ grades: { 'a.md': 2, 'b.md': 0 } }, 'a.md')).toBe(2)
    expect(gradeOf({ grades: JSON.parse('{"__proto__":3,"constructor":1}') }, '__proto__')).toBe(3)
  })

  it.each(['b.md', 'constructor', 'toString', '__proto__', 'valueOf'])(
    'is 0 where there is no judgement: %s',
    (id) => {
      expect(gradeOf({ grades: { 'a.md': 1 } }, id)).toBe(0)
    },
  )
})
