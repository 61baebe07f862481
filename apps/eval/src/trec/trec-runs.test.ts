import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { queryOf, runOf, suiteOf } from '../__fixtures__/sample-run.js'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import {
  type TrecResults,
  readTrecResults,
  runToTrec,
  strategyNames,
  trecNotes,
  trecToRun,
} from './trec-runs.js'

function writeTrecFiles() {
  const folder = writeFiles({
    'a.run': '1 Q0 a 1 9 fts5\n',
    'b.run': '1 Q0 b 1 9 e5\n',
    'harbour.qrels': '1 0 a 1\n',
  })
  return { at: (name: string) => join(folder, name), qrels: join(folder, 'harbour.qrels') }
}

const occasion = {
  environment: { version: '1.0.0', node: '20.19.0', platform: 'linux x64', processor: 'any' },
  startedAt: '2026-11-21T10:00:00.000Z',
}

const trecResults: TrecResults = {
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

describe('readTrecResults', () => {
  it('names programs by their tags and the collection by its judgements', () => {
    const { at, qrels } = writeTrecFiles()
    const { suite, rankings } = readTrecResults([at('a.run'), at('b.run')], qrels)
    expect([suite, ...rankings.keys()]).toEqual(['harbour', 'fts5', 'e5'])
  })

  it('refuses judgements that judge nothing', () => {
    const { at } = writeTrecFiles()
    const qrels = join(writeFiles({ 'none.qrels': '\n' }), 'none.qrels')
    expect(failureOf(() => readTrecResults([at('a.run')], qrels))).toMatchObject({
      code: 'SUITE_EMPTY',
      file: qrels,
    })
  })
})

describe('trecToRun', () => {
  it('asks every judged query of every program, and leaves out those that ask nothing', () => {
    const run = trecToRun(trecResults, occasion)
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
})

describe('trecNotes', () => {
  it('counts what is not judged and what is not answered', () => {
    expect(trecNotes(trecResults)).toEqual([
      'bm25: queries without judgements, left out: 1',
      'bm25: judged queries without an answer, counted as 0: 2',
    ])
  })
})

describe('strategyNames', () => {
  it.each([
    ['tags where all are different', ['a.run', ['x']], ['b.run', ['y']], ['x', 'y']],
    ['file names where tags are the same', ['runs/a.run', ['x']], ['b', ['x']], ['a', 'b']],
    ['file names where a file has two tags', ['a.run', ['x', 'y']], ['b.run.txt', ['z']], ['a', 'b.run']],
    ['file names where a file has none', ['a.run', []], ['b.run', ['z']], ['a', 'b']],
    ['whole names where nothing else tells', ['1/a.run', ['x']], ['2/a.run', ['x']], ['1/a.run', '2/a.run']],
  ] as const)('are %s', (_, first, second, names) => {
    const runs = [first, second].map(([file, tags]) => ({ file, tags }))
    expect(strategyNames(runs)).toEqual(names)
  })
})

describe('runToTrec', () => {
  const asked = [
    queryOf({ id: 'q1', grades: { 'a.md': 2, 'b.md': 0 } }),
    queryOf({ id: 'absent', grades: {} }),
    queryOf({ id: 'judged', grades: { 'b.md': 0 } }),
  ]
  const suites = [
    suiteOf(asked, { name: 'my notes' }),
    suiteOf([queryOf({ id: 'q9', grades: { c: 1 } })], { name: 'x' }),
  ]
  const found: Record<string, string[]> = { 'convex q1': ['b.md', 'a.md'], 'rrf q9': ['d'] }
  const run = runOf(suites, ['convex', 'RRF', 'rrf'], ({ id }, strategy) => {
    return { documents: found[`${strategy} ${id}`] ?? [] }
  })

  it('makes a file of judgements for each suite, without queries that nothing answers', () => {
    const { qrels, unanswerable } = runToTrec(run)
    expect(unanswerable).toBe(2)
    expect(qrels).toEqual([
      {
        name: 'my-notes.qrels',
        judgements: new Map([['q1', new Map(Object.entries({ 'a.md': 2, 'b.md': 0 }))]]),
      },
      { name: 'x.qrels', judgements: new Map([['q9', new Map([['c', 1]])]]) },
    ])
  })

  it('makes a file of rankings for each suite and strategy, with names that every file system tells apart', () => {
    expect(runToTrec(run).runs.map(({ name, rankings }) => [name, ...rankings.values()])).toEqual([
      ['my-notes.convex.run', ['b.md', 'a.md']],
      ['my-notes.RRF.run', []],
      ['my-notes.rrf-2.run', []],
      ['x.convex.run', []],
      ['x.RRF.run', []],
      ['x.rrf-2.run', ['d']],
    ])
  })
})
