import { describe, expect, it } from 'vitest'
import { suiteOf } from '../__fixtures__/plain-run.js'
import { queryOf, rankedOf, runOf, type Respond } from '../__fixtures__/sample-run.js'
import { figuresOf } from '../commands/run-figures.js'
import type { Run } from '../run/run.js'
import { reportData } from './report-data.js'

const queries = Array.from({ length: 20 }, (_, index) =>
  queryOf({ id: `q${index}`, kind: index < 8 ? 'direct' : 'vague' }),
)
const notes = suiteOf([...queries, queryOf({ id: 'moon', kind: 'absent', grades: {} })], {
  description: 'What a small team wrote down.',
})

/** `good` finds everything; `bad` only every fourth, at position 7. */
const respond: Respond = ({ id }, strategy) => {
  const others = Array.from({ length: 6 }, (_, index) => `other-${index}.md`)
  if (strategy === 'good') return { documents: [`${id}.md`, ...others] }
  return { documents: [...others, ...(Number(id.slice(1)) % 4 === 0 ? [`${id}.md`] : [])] }
}

type NamedRuns = readonly (readonly [file: string, run: Run])[]

/** The data of runs, whose first strategy is the baseline. */
function dataOf(...runs: NamedRuns) {
  return reportData(
    runs.map(([file, run]) => ({ file, ...figuresOf(run, { baseline: run.strategies[0] ?? '' }) })),
  )
}

const { title, runs, changes } = dataOf(['before', runOf([notes], ['good', 'bad'], respond)])
const [only] = runs

describe('the data of a report', () => {
  it('has the verdict first, then the printed tables and the settings of the run', () => {
    expect([title, runs.length, only?.name]).toEqual(['Recall on notes', 1, ''])
    expect(only?.verdict).toMatch(/^On these 20 questions bad is not significantly different from good \(/u)
    expect(only?.tables.map((table) => table.title)).toEqual([
      'notes: 20 queries; not measured: 1 without an answer',
      'notes: hit@6 by kind',
      'Settings',
    ])
    expect(only?.tables[0]?.lines[0]).toEqual(['hit@1', '1.000 (1.00–1.00)  ', '0.000 (.00–.00) ▼'])
    const made = Object.fromEntries(only?.tables.at(-1)?.lines ?? [])
    expect(made).toMatchObject({ notes: 'What a small team wrote down.', version: '1.2.3', reranker: '–' })
  })

  it('has the hit rate at each depth of every strategy', () => {
    const [hits] = only?.curves ?? []
    expect(hits?.xs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(hits?.lines).toEqual([
      { name: 'good', values: Array(10).fill(1) },
      { name: 'bad', values: [0, 0, 0, 0, 0, 0, 0.25, 0.25, 0.25, 0.25] },
    ])
    expect(only?.curves).toHaveLength(2)
  })

  it('has the calibration of confidence, except for nearly empty bins', () => {
    const sure: Respond = (query) => {
      const confidence = query.id === 'q1' ? 0.55 : 0.95
      return {
        ...respond(query, 'good'),
        unfiltered: { limit: 6, confidence, results: [{ document: 'q2.md', tokens: 9 }] },
      }
    }
    const [, calibration] = dataOf(['a', runOf([notes], ['good'], sure)]).runs[0]?.curves ?? []
    expect(calibration?.title).toBe('notes: calibration')
    expect(calibration?.lines[0]).toEqual({ name: 'good', values: [...Array(9).fill(null), 1 / 20] })
    expect(calibration?.lines[1]).toEqual({ name: 'diagonal', values: calibration?.xs })
    expect(calibration?.note).toContain('Expected calibration error: good 0.')
  })

  it('has every query with the rank and the first results of each strategy; relevant ones are marked', () => {
    expect(only?.queries).toHaveLength(21)
    const { answers = [], ...query } = only?.queries[4] ?? {}
    expect(query).toEqual({
      suite: 'notes',
      id: 'q4',
      text: 'question q4',
      kind: 'direct',
      expected: ['q4.md'],
    })
    expect(answers.map(({ rank }) => rank)).toEqual([1, 7])
    expect(answers[0]?.results.slice(0, 2)).toEqual([
      '✓ q4.md:3–9, score 0.75, confidence 0.50',
      'other-0.md:3–9, score 0.75, confidence 0.50',
    ])
    expect(only?.queries.at(-1)).toMatchObject({ id: 'moon', expected: [], answers: [{ rank: null }, {}] })
  })

  it('has the changes from the baseline, largest first', () => {
    expect(changes).toHaveLength(1)
    expect(changes[0]?.lines.slice(0, 3)).toEqual([
      'notes, good → bad: nDCG@10 of 20 queries',
      expect.stringMatching(/^1\.000 → 0\.083: −0\.917 \(.*\), p < 0\.001$/u),
      '0 better, 0 the same, 20 worse',
    ])
    expect(changes[0]?.moves).toHaveLength(20)
    expect(changes[0]?.moves[0]).toEqual({ id: 'q1', difference: '−1.000', before: 1, after: null })
    expect(changes[0]?.moves.at(-1)).toMatchObject({ id: 'q16', before: 1, after: 7 })
  })

  it('has the changes between two runs, and their files', () => {
    const before = runOf([notes], ['bad', 'other'], respond)
    const after = { ...runOf([notes], ['bad'], (query) => respond(query, 'good')), depth: 20 }
    const both = dataOf(['one', before], ['two', after])
    expect(both.runs.map(({ verdict }) => verdict.slice(0, 9))).toEqual(['one: On t', 'two: On t'])
    expect(both.changes).toHaveLength(1)
    expect(both.changes[0]?.moves[0]).toMatchObject({ before: null, after: 1 })
    expect(both.changes[0]?.lines).toEqual([
      'notes, bad: nDCG@10 of 20 queries',
      expect.stringContaining('0.083 → 1.000'),
      '20 better, 0 the same, 0 worse',
      expect.stringContaining('moon'),
      expect.stringMatching(/^first: one, of /u),
      expect.stringMatching(/^second: two, of /u),
      'Settings differ:',
      '- depth: 10 → 20',
      'Not compared (in one run only): other',
    ])
  })

  it('leaves out questions of other suites', () => {
    const letter = queryOf({ id: 'letter', kind: 'foreign:mail', grades: {}, foreign: 'mail' })
    const run = runOf([suiteOf([...queries, letter])], ['recallite'], (query) => respond(query, 'good'))
    const [data] = dataOf(['a', run]).runs
    expect(data?.queries.map(({ id }) => id)).not.toContain('letter')
    expect(data?.tables.map((table) => table.title)).toContain('recallite: thresholds')
  })

  it('has the reasons of a degraded answer', () => {
    const failed: Respond = () => ({
      documents: ['a.md'],
      ranking: [rankedOf('a.md')],
      degraded: ['no model'],
    })
    expect(dataOf(['a', runOf([notes], ['x'], failed)]).runs[0]?.queries[0]?.answers[0]?.results).toEqual([
      'a.md:3–9, score 0.75, confidence 0.50',
      'no model',
    ])
  })
})
