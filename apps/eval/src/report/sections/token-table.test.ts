import { describe, expect, it } from 'vitest'
import { reportOf, textOf } from '../__fixtures__/sample-report.js'
import { queryOf, runOf, suiteOf } from '../__fixtures__/sample-run.js'
import { groupSuites } from '../report-suite.js'
import { renderTokenTable } from './token-table.js'

const suite = suiteOf([queryOf({ id: 'q1' }), queryOf({ id: 'q2' })])

/** q1 is answered after 600 of 1,400 tokens, by the last of eight results; q2 is not. */
const measured = runOf([suite], ['recallite'], ({ id }) => ({
  documents: [],
  given: { tokens: 1400, toAnswer: id === 'q1' ? 600 : null },
  unfiltered: {
    limit: 6,
    confidence: 0.5,
    results: Array.from({ length: 8 }, (_, index) => ({
      document: index === 7 ? 'q1.md' : 'other.md',
      tokens: 200 * (index + 1),
    })),
  },
}))

describe('renderTokenTable', () => {
  it('has what an agent pays and gets, by strategy', () => {
    const [grouped] = groupSuites([reportOf(measured)])
    const text = textOf(grouped && renderTokenTable(grouped)?.html)
    expect(text).toContain(
      'Strategy shown within 500 within 1,000 within 2,000 6 results found@6 10 results found@10',
    )
    expect(text).toContain('recallite 1,400 0.000 0.500 0.500 1,200 0.000 1,600 0.500')
  })

  it('is left out where tokens are not known', () => {
    const [grouped] = groupSuites([reportOf(runOf([suite], ['recallite']))])
    expect(grouped && renderTokenTable(grouped)).toBeNull()
  })
})
