import { describe, expect, it } from 'vitest'
import { trecNotes, trecToRun, type TrecResults } from './trec-to-run.js'

const occasion = {
  environment: { version: '1.0.0', node: '20.19.0', platform: 'linux x64', processor: 'any' },
  startedAt: '2026-11-21T10:00:00.000Z',
}

const results: TrecResults = {
  suite: 'harbour',
  judgements: new Map([
    ['1', new Map([['d', 2]])],
    [
      '2',
      new Map([
        ['d', 0],
        ['e', 1],
      ]),
    ],
    ['3', new Map([['e', 1]])],
  ]),
  texts: new Map([
    ['1', { text: 'ships', kind: 'direct' }],
    ['3', { text: ' ', kind: '' }],
    ['9', { text: 'nobody judged this', kind: '' }],
  ]),
  rankings: new Map([
    [
      'bm25',
      new Map([
        ['1', Array.from({ length: 12 }, (_, index) => `d${index}`)],
        ['9', ['d']],
      ]),
    ],
    [
      'dense',
      new Map([
        ['2', ['e', 'd']],
        ['1', ['d']],
        ['3', ['e']],
      ]),
    ],
  ]),
}

describe('trecToRun', () => {
  it('asks every judged query of every program, and leaves out those that ask nothing', () => {
    const run = trecToRun(results, occasion)
    expect(run).toMatchObject(occasion)
    expect(run).toMatchObject({ settings: null, depth: 12 })
    expect(run.strategies).toEqual(['bm25', 'dense'])
    expect(run.suites).toEqual([
      {
        name: 'harbour',
        description: '',
        blank: 1,
        corpus: '',
        queries: [
          { id: '1', text: 'ships', kind: 'direct', grades: { d: 2 }, passages: [] },
          { id: '2', text: '2', kind: '', grades: { d: 0, e: 1 }, passages: [] },
        ],
      },
    ])
    expect(run.answers.map(({ strategy, query, documents }) => [strategy, query, documents.length])).toEqual([
      ['bm25', '1', 12],
      ['bm25', '2', 0],
      ['dense', '1', 1],
      ['dense', '2', 2],
    ])
    expect(run.answers[0]).toMatchObject({
      suite: 'harbour',
      ranking: [],
      results: null,
      timings: null,
      degraded: [],
    })
  })

  it('is at least ten documents deep', () => {
    const shallow = { ...results, rankings: new Map([['dense', new Map([['1', ['d']]])]]) }
    expect(trecToRun(shallow, occasion).depth).toBe(10)
  })
})

describe('trecNotes', () => {
  it('counts what nobody judged and what is not answered', () => {
    expect(trecNotes(results)).toEqual([
      'bm25: queries that nobody judged, left out: 1',
      'bm25: judged queries without an answer, counted as 0: 2',
    ])
  })
})
