import { expect, it } from 'vitest'
import type { Answer, Run, RunSuite } from '../run/run.js'
import { runToTrec } from './trec-runs.js'

function suite(name: string, grades: Readonly<Record<string, Readonly<Record<string, number>>>>): RunSuite {
  const queries = Object.entries(grades).map(([id, own]) => ({
    id,
    text: id,
    kind: '',
    grades: own,
    passages: [],
  }))
  return { name, description: '', queries, blank: 0, corpus: '' }
}

function answer(name: string, strategy: string, [query, ...documents]: readonly string[]): Answer {
  return {
    suite: name,
    strategy,
    query: query ?? '',
    documents,
    ranking: [],
    results: null,
    timings: null,
    degraded: [],
  }
}

const run: Run = {
  settings: { model: null, threshold: 0, candidates: 100, chunking: { target: 400, overlap: 80 } },
  depth: 10,
  strategies: ['convex', 'RRF', 'rrf'],
  suites: [
    suite('my notes', { q1: { 'a.md': 2, 'b.md': 0 }, absent: {}, judged: { 'b.md': 0 } }),
    suite('x', { q1: { c: 1 } }),
  ],
  environment: { version: '1', node: '20', platform: '', processor: '' },
  startedAt: '2026-11-21T10:00:00.000Z',
  answers: [
    answer('my notes', 'convex', ['q1', 'b.md', 'a.md']),
    answer('my notes', 'convex', ['absent', 'b.md']),
    answer('my notes', 'convex', ['judged']),
    ...['RRF', 'rrf'].flatMap((strategy) =>
      ['q1', 'absent', 'judged'].map((query) => answer('my notes', strategy, [query])),
    ),
    answer('x', 'convex', ['q1', 'c']),
    answer('x', 'RRF', ['q1']),
    answer('x', 'rrf', ['q1', 'd']),
  ],
}

it('makes a file of judgements for each suite, without queries that nothing answers', () => {
  const { qrels, unanswerable } = runToTrec(run)
  expect(unanswerable).toBe(2)
  expect(qrels).toEqual([
    {
      name: 'my-notes.qrels',
      judgements: new Map([['q1', new Map(Object.entries({ 'a.md': 2, 'b.md': 0 }))]]),
    },
    { name: 'x.qrels', judgements: new Map([['q1', new Map([['c', 1]])]]) },
  ])
})

it('makes a file of rankings for each suite and strategy, with names that every file system tells apart', () => {
  const { runs } = runToTrec(run)
  expect(runs.map(({ name, strategy }) => [name, strategy])).toEqual([
    ['my-notes.convex.run', 'convex'],
    ['my-notes.RRF.run', 'RRF'],
    ['my-notes.rrf-2.run', 'rrf'],
    ['x.convex.run', 'convex'],
    ['x.RRF.run', 'RRF'],
    ['x.rrf-2.run', 'rrf'],
  ])
  expect(runs[0]?.rankings).toEqual(new Map([['q1', ['b.md', 'a.md']]]))
  expect(runs[1]?.rankings).toEqual(new Map([['q1', []]]))
  expect(runs[5]?.rankings).toEqual(new Map([['q1', ['d']]]))
})
