import { describe, expect, it } from 'vitest'
import { reportOf, textOf } from '../__fixtures__/sample-report.js'
import { queryOf, runOf, suiteOf } from '../__fixtures__/sample-run.js'
import { renderConfidence } from './confidence-section.js'

const own = queryOf({ id: 'q1', grades: { 'a.md': 1 } })

const foreign = queryOf({ id: 'f1', grades: {}, foreign: 'mail' })

/** A right answer of confidence .8, and one of .3 to a foreign question. */
const crossed = runOf([suiteOf([own, foreign])], ['recallite'], ({ foreign: from }) => {
  const confidence = from === undefined ? 0.8 : 0.3
  return {
    documents: ['a.md'],
    unfiltered: { limit: 6, confidence, results: [{ document: 'a.md', tokens: 9 }] },
  }
})

describe('renderConfidence', () => {
  const html = renderConfidence([reportOf(crossed)])?.html ?? ''

  it('has the share found by confidence, and how many questions there are', () => {
    // Half of (0.3 − 0) + half of (1 − 0.8).
    expect(textOf(html)).toMatch(
      /0\.9–1\.0 recallite error 0\.250, 2 questions – – – 0\.000 1 – – – – 1\.000 1 –/,
    )
    expect(html.match(/<td class="heat-\d"/gu)).toEqual(['<td class="heat-0"', '<td class="heat-9"'])
  })

  it('has what is abstained on, by the suite of the question', () => {
    expect(textOf(html)).toContain('recallite: share of questions abstained on')
    expect(textOf(html)).toMatch(/collection questions own unanswerable foreign notes 1 1\.000 – 1\.000/)
  })

  it('has no such table where no question is foreign, and nothing where no confidence is known', () => {
    const plain = runOf([suiteOf([own])], ['recallite'])
    expect(renderConfidence([reportOf(plain)])).toBeNull()
    const inside = { ...crossed, suites: [suiteOf([own])], answers: crossed.answers.slice(0, 1) }
    expect(renderConfidence([reportOf(inside)])?.html).not.toContain('abstained on')
  })

  it('names strategies after their runs where there are several', () => {
    const two = renderConfidence([reportOf(crossed, 'before'), reportOf(crossed, 'after')])
    expect(textOf(two?.html)).toMatch(/before: recallite .* after: recallite/)
  })
})
