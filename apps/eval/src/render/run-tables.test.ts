import { describe, expect, it } from 'vitest'
import { smallRun } from '../__fixtures__/small-run.js'
import { summarise } from '../summary/summarise.js'
import { overviewTables, suiteTables } from './run-tables.js'

const rows = summarise(smallRun, { depths: [1], baseline: 'keyword' })
const options = { measures: ['hit@1'], kindMeasure: 'hit@1', baseline: 'keyword' }

describe('suiteTables', () => {
  it('has means and intervals for each strategy, then kinds', () => {
    const [figures, kinds] = suiteTables(rows, options)
    expect(figures?.title).toBe('notes: 2 queries; not measured: 1 without an answer')
    expect(figures?.head).toEqual(['measure', 'keyword', 'reversed'])
    const lines = new Map(figures?.lines.map(([name = '', ...cells]) => [name, cells]))
    expect(lines.get('hit@1')).toEqual(['1.000 (1.00–1.00)  ', expect.stringMatching(/^0\.500 \(/)])
    expect(lines.get('recall@limit')?.[0]).toBe('0.750')
    expect(lines.get('abstention')?.[0]).toBe('1.000')
    expect(lines.get('files passed')?.[0]).toBe('1 of 2')
    expect(lines.get('tokens shown')?.[0]).toBe('120')
    expect(lines.get('total, ms p50 / p95')?.[0]).toBe('3.0 / 3.0')
    // A measure without values has no line.
    expect([lines.has('passage'), lines.has('foreign')]).toEqual([false, false])
    expect(kinds?.lines).toEqual([
      ['direct', '1', '1.000  ', '0.000  '],
      ['vague', '1', '1.000  ', '1.000  '],
      ['no answer', '1', '1.000', '1.000'],
    ])
  })

  it('marks differences from the baseline', () => {
    const worse = { mean: -0.5, p: 0.001, adjustedP: 0.004, verdict: 'worse' as const }
    const marked = rows.map((row) => ({ ...row, difference: row.difference && { 'hit@1': worse } }))
    const [figures] = suiteTables(marked, options)
    expect(figures?.lines[0]?.[2]).toMatch(/▼$/)
    expect(figures?.note).toContain('▼ worse than keyword')
    const alone = marked.filter(({ strategy }) => strategy === 'keyword')
    expect(suiteTables(alone, options)[0]?.note).not.toContain('▼')
  })

  it('B5: shows what each fix gains over openclaw-2026.2', () => {
    const replayed = rows.map((row) => {
      const isFixed = row.strategy === 'keyword'
      const strategy = isFixed ? 'issue-16021-fix-3' : 'openclaw-2026.2'
      return { ...row, strategy, measures: { ...row.measures, 'found@limit': Number(isFixed) } }
    })
    const fixes = suiteTables(replayed, options).at(-1)
    expect(fixes?.lines).toEqual([
      ['openclaw-2026.2: all three bugs', '0 of 2', expect.any(String), '0'],
      ['issue-16021-fix-3: bug 3 fixed: only ranks decide', '2 of 2', '1 of 2', '+2'],
    ])
    expect(fixes?.note).toMatch(/^openclaw-2026\.2 searches as OpenClaw did before/u)
  })

  it('has no tables without rows', () => {
    expect(suiteTables([], options)).toEqual([])
  })
})

describe('overviewTables', () => {
  const others = rows.map((row) => ({ ...row, suite: 'other', measures: { 'hit@1': 0, lost: 0.2 } }))

  it('has a measure of every strategy on every suite, the mean and the worst', () => {
    expect(overviewTables([...rows, ...others], ['hit@1', 'passage', 'lost'])).toMatchObject([
      {
        title: 'hit@1 by suite',
        head: ['suite', 'keyword', 'reversed'],
        lines: [
          ['notes', '1.000', '0.500'],
          ['other', '0.000', '0.000'],
          ['mean', '0.500', '0.250'],
          ['worst', '0.000', '0.000'],
        ],
      },
      { title: 'lost by suite', lines: [{}, {}, ['mean', '0.100', '0.100'], ['worst', '0.200', '0.200']] },
    ])
  })

  it('has no tables for a single suite', () => {
    expect(overviewTables(rows, ['hit@1'])).toEqual([])
  })
})
