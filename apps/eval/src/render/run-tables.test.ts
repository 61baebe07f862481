import { describe, expect, it } from 'vitest'
import { smallRun } from '../__fixtures__/small-run.js'
import { summarise } from '../summary/summarise.js'
import { overviewTables, suiteTables } from './run-tables.js'
import { renderMarkdown, renderText } from './text-tables.js'

const suiteRows = summarise(smallRun, { depths: [1], baseline: 'keyword' })

const options = { measures: ['hit@1'], kindMeasure: 'hit@1', baseline: 'keyword' }

const rows = summarise(smallRun, { depths: [1], baseline: 'keyword' })

const others = rows.map((row) => ({ ...row, suite: 'other', measures: { ...row.measures, 'hit@1': 0 } }))

describe('suiteTables', () => {
  it('has a strategy on each line, with means and intervals, kinds and times', () => {
    const [ranking, shown, kinds, latency] = suiteTables(suiteRows, options)
    expect(ranking).toMatchObject({
      title: 'notes: 2 queries; apart: 1 that no document answers',
      head: ['strategy', 'hit@1'],
      lines: [
        ['keyword', '1.000 (1.00–1.00)  '],
        ['reversed', expect.stringMatching(/^0\.500 \(/)],
      ],
    })
    expect(shown?.lines[0]).toEqual(['keyword', '1.000', '0.750', '0.000', '1.000', '1 of 2'])
    expect(kinds?.lines).toEqual([
      ['direct', '1', '1.000  ', '0.000  '],
      ['vague', '1', '1.000  ', '1.000  '],
      ['no answer', '1', '–', '–'],
    ])
    expect(latency?.lines[0]).toEqual([
      'keyword',
      '3.0 / 3.0',
      '1.0 / 1.0',
      '0.0 / 0.0',
      '0.0 / 0.0',
      '2.0 / 2.0',
    ])
  })

  it('marks what differs from the baseline', () => {
    const marked = suiteRows.map((row) => ({
      ...row,
      difference: row.difference && {
        'hit@1': { mean: -0.5, p: 0.001, adjustedP: 0.004, verdict: 'worse' as const },
      },
    }))
    const [ranking] = suiteTables(marked, options)
    expect(ranking?.lines[1]?.[1]).toMatch(/▼$/)
    expect(ranking?.note).toContain('▼ worse than keyword')
    const alone = marked.filter(({ strategy }) => strategy === 'keyword')
    expect(suiteTables(alone, options)[0]?.note).toBe('In brackets 95 % bootstrap intervals.')
  })

  it('has nothing to say of no suiteRows', () => {
    expect(suiteTables([], options)).toEqual([])
  })
})

describe('tables', () => {
  const table = { title: 'a\u001b[2J', head: ['strategy', 'hit'], lines: [['x|<b>', '1']], note: '' }

  it('are aligned for a terminal, which obeys nothing in them', () => {
    expect(renderText(table)).toBe('a\\u{1b}[2J\n\nstrategy  hit\nx|<b>       1\n')
  })

  it('are aligned by the columns that characters take', () => {
    const lines = [
      ['直接', '✅'],
      ['データ', '1.000'],
    ]
    expect(renderText({ ...table, title: '数', head: ['kind', '混合'], lines })).toBe(
      ['数', '', 'kind     混合', '直接       ✅', 'データ  1.000', ''].join('\n'),
    )
  })

  it('are escaped for Markdown', () => {
    expect(renderMarkdown(table)).toContain('| x\\|\\<b\\> | 1 |')
  })
})

describe('overviewTables', () => {
  it('has a measure of every strategy on every suite, and the mean', () => {
    expect(overviewTables([...rows, ...others], ['hit@1', 'passage'])).toMatchObject([
      {
        title: 'hit@1 by suite',
        head: ['suite', 'keyword', 'reversed'],
        lines: [
          ['notes', '1.000', '0.500'],
          ['other', '0.000', '0.000'],
          ['mean', '0.500', '0.250'],
        ],
      },
      { lines: [expect.anything(), expect.anything(), ['mean', '–', '–']] },
    ])
  })

  it('has nothing to add to a single suite', () => {
    expect(overviewTables(rows, ['hit@1'])).toEqual([])
  })
})
