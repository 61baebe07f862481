import { describe, expect, it } from 'vitest'
import { renderTable } from './table.js'

const row = {
  suite: 'notes',
  strategy: 'keyword',
  queries: 2,
  apart: { unanswerable: 0, blank: 0 },
  measures: { 'hit@1': 1 / 3, 'nDCG@10': 1 },
}

describe('renderTable', () => {
  it('has a strategy on each line, figures aligned to the right', () => {
    expect(renderTable([row, { ...row, strategy: 'openclaw-2026.2' }])).toBe(
      [
        'notes: 2 queries',
        '',
        'strategy         hit@1  nDCG@10',
        'keyword          0.333    1.000',
        'openclaw-2026.2  0.333    1.000',
        '',
      ].join('\n'),
    )
  })

  it('names the queries that are not in the means, and has no figures without queries', () => {
    const apart = { unanswerable: 18, blank: 4 }
    const text = renderTable([{ ...row, queries: 0, apart, measures: { 'hit@1': null } }])
    expect(text).toContain('notes: 0 queries; apart: 18 that no document answers, 4 blank\n')
    expect(text).toMatch(/keyword +–/)
  })

  it('shows what a terminal would obey', () => {
    expect(renderTable([{ ...row, suite: '\u001b[2Jnotes' }])).toMatch(/^\\u\{1b\}\[2Jnotes:/)
  })
})
