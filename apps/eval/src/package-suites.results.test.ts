import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'
import { isInstalled } from './__fixtures__/is-installed.js'
import { readRun } from './run/run-file.js'
import { type Answer, type Run, gradeOf } from './run/run.js'

/** About the confidence of a query coverage of .36 with keywords only: spelling is corrected below .35. */
const uncorrected = 0.37

const suites = ['identifiers', 'typos']

describe.skipIf(!suites.every(isInstalled))('with keywords only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-suites-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  let run: Run
  beforeAll(async () => {
    const out = join(folder, 'run.jsonl')
    const strategies = ['--strategies', 'keyword,keyword-as-typed', '--provider', 'none']
    await runEval(['run', ...suites, ...strategies, '--work', folder, '--out', out], {
      variables: { HOME: folder },
    })
    run = readRun(out)
  }, 300_000)

  const answersOf = (strategy: string, suite: string) =>
    run.answers.filter((answer) => answer.strategy === strategy && answer.suite === suite)

  /** The position of the first relevant document; Infinity without one. */
  function placeIn({ suite, query, documents }: Answer): number {
    const asking = run.suites.find(({ name }) => name === suite)?.queries.find(({ id }) => id === query)
    const place = [...new Set(documents)].findIndex((document) => asking && gradeOf(asking, document) > 0)
    return place < 0 ? Infinity : place + 1
  }

  it('every identifier is found in the first three', () => {
    const places = answersOf('keyword', 'identifiers').map(
      (answer) => [answer.query, placeIn(answer)] as const,
    )
    expect(places).toHaveLength(66)
    expect(places.filter(([, place]) => place > 3)).toEqual([])
  })

  it('four of five misspelled questions are answered in the first six', () => {
    const answers = answersOf('keyword', 'typos')
    expect(answers).toHaveLength(38)
    const found = answers.filter((answer) => placeIn(answer) <= 6).length
    expect(found / answers.length).toBeGreaterThanOrEqual(0.8)
    const typed = answersOf('keyword-as-typed', 'typos').filter((answer) => placeIn(answer) <= 6).length
    expect(found).toBeGreaterThan(typed)
  })

  /** The questions that pass a test, each answered with and without spelling correction. */
  function pairs(isMeant: (typed: Answer) => boolean): { typed: Answer; rescued: Answer | undefined }[] {
    return suites.flatMap((suite) => {
      const rescued = new Map(answersOf('keyword', suite).map((answer) => [answer.query, answer]))
      const typed = answersOf('keyword-as-typed', suite).filter(isMeant)
      return typed.map((answer) => ({ typed: answer, rescued: rescued.get(answer.query) }))
    })
  }

  it('answers no question differently that is answered as typed', () => {
    const found = pairs(({ results }) => (results ?? []).some(({ confidence }) => confidence >= uncorrected))
    expect(found.length).toBeGreaterThan(80)
    expect(found.map(({ rescued }) => rescued?.documents)).toEqual(found.map(({ typed }) => typed.documents))
  })

  it('answers no question worse that is answered as typed', () => {
    const answered = pairs((typed) => placeIn(typed) <= 6)
    const worse = answered.filter(({ typed, rescued }) => rescued && placeIn(rescued) > placeIn(typed))
    expect(worse).toEqual([])
  })
})
