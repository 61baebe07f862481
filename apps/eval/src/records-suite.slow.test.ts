import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'
import { ndcg } from './measures/ranking-measures.js'
import { readRun } from './run/run-file.js'
import { gradeOf, type Answer, type Run, type RunQuery } from './run/run.js'

/** In these kinds the options of a query exclude the records of grade 0. */
const strictKinds = ['filter', 'session', 'superseded', 'confidence']

describe('recallite-eval run records, with keywords only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-records-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  let run: Run
  beforeAll(async () => {
    const out = join(folder, 'run.jsonl')
    const args = ['--strategies', 'keyword,reversed', '--provider', 'none']
    await runEval(['run', 'records', ...args, '--work', folder, '--out', out], {
      variables: { HOME: folder },
    })
    run = readRun(out)
  }, 300_000)

  const queriesOf = (...kinds: string[]) =>
    (run.suites[0]?.queries ?? []).filter(({ kind }) => kinds.includes(kind))

  function answerTo({ id }: RunQuery, strategy = 'keyword'): Answer {
    const found = run.answers.find((answer) => answer.strategy === strategy && answer.query === id)
    if (!found) throw new Error(`no answer to ${id}`)
    return found
  }

  const meanOf = (strategy: string, ...kinds: string[]) => {
    const scores = queriesOf(...kinds).map((query) =>
      ndcg(10).score(answerTo(query, strategy).documents, new Map(Object.entries(query.grades))),
    )
    return scores.reduce((sum, score) => sum + score, 0) / scores.length
  }

  it('runs every query, also blank ones that replay a session', () => {
    expect(run.suites[0]?.queries).toHaveLength(271)
    expect(run.suites[0]?.blank).toBe(0)
  })

  it('has a strategy with reversed rankings, which is worse', () => {
    expect(meanOf('keyword', 'direct')).toBeGreaterThan(0.8)
    expect(meanOf('reversed', 'direct')).toBeLessThan(meanOf('keyword', 'direct'))
  })

  it.each(strictKinds)('%s: returns no excluded record, even without a threshold', (kind) => {
    const judged = queriesOf(kind)
    const out = judged.flatMap(({ grades }) => Object.values(grades).filter((grade) => grade === 0))
    expect(out.length).toBeGreaterThan(5)
    const came = judged.flatMap((query) => {
      const { documents, results } = answerTo(query)
      const ids = results?.map(({ document }) => document) ?? []
      return [...documents, ...ids]
        .filter((id) => Object.hasOwn(query.grades, id) && gradeOf(query, id) === 0)
        .map((id) => `${query.id} ${id}`)
    })
    expect(came).toEqual([])
  })

  it('replays each session in chronological order', () => {
    for (const query of queriesOf('session replay')) {
      const documents = answerTo(query).results?.map(({ document }) => document)
      expect(documents, query.id).toEqual(Object.keys(query.grades))
    }
  })

  it('ranks the nearest record before those farther away', () => {
    const firsts = queriesOf('spatial').map((query) => {
      const grades = answerTo(query)
        .documents.map((id) => gradeOf(query, id))
        .filter((grade) => grade > 0)
      expect([query.id, grades]).toEqual([query.id, grades.toSorted((a, b) => b - a)])
      return grades[0]
    })
    expect(firsts.filter((grade) => grade === 2).length).toBeGreaterThanOrEqual(15)
  })
})
