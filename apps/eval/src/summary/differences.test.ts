import { describe, expect, it } from 'vitest'
import { judgeDifferences, pairedDifferences } from './differences.js'

/** So many differences of 1, all others 0. */
function better(count: number, queries = 20): Float64Array {
  return Float64Array.from({ length: queries }, (_, index) => (index < count ? 1 : 0))
}

function worse(count: number): Float64Array {
  return better(count).map((difference) => -difference)
}

describe('pairedDifferences', () => {
  it('are strategy minus baseline for the queries that both were measured for', () => {
    const scores = [1, 0.5, undefined, 0, 1]
    const baseline = [0.5, 0.5, 1, 1, undefined]
    expect([...pairedDifferences(scores, baseline, [0, 1, 2, 3, 4])]).toEqual([0.5, 0, -1])
    expect([...pairedDifferences(scores, baseline, [3])]).toEqual([-1])
  })
})

describe('judgeDifferences', () => {
  it('tests each mean difference and corrects for all of them', () => {
    const rows = [new Map([['hit@1', better(12)]]), new Map([['hit@1', worse(10)]])]
    expect(judgeDifferences(rows)).toEqual([
      { 'hit@1': { mean: 12 / 20, p: 2 / 2 ** 12, adjustedP: (2 * 2) / 2 ** 12, verdict: 'better' } },
      { 'hit@1': { mean: -10 / 20, p: 2 / 2 ** 10, adjustedP: 2 / 2 ** 10, verdict: 'worse' } },
    ])
  })

  it('calls the same what is not told apart, before or after the correction', () => {
    const [alone] = judgeDifferences([new Map([['hit@1', better(6)]])])
    expect(alone?.['hit@1']).toEqual({ mean: 6 / 20, p: 1 / 32, adjustedP: 1 / 32, verdict: 'better' })
    const [among] = judgeDifferences([
      new Map([
        ['hit@1', better(6)],
        ['hit@6', better(0)],
      ]),
    ])
    expect(among?.['hit@1']).toEqual({ mean: 6 / 20, p: 1 / 32, adjustedP: 2 / 32, verdict: 'same' })
    expect(among?.['hit@6']).toEqual({ mean: 0, p: 1, adjustedP: 1, verdict: 'same' })
  })

  it('leaves out measures without a query, also from the number of comparisons', () => {
    const rows = [
      new Map([
        ['hit@1', better(6)],
        ['hit@6', new Float64Array()],
      ]),
      new Map([['hit@1', new Float64Array()]]),
    ]
    expect(judgeDifferences(rows)).toEqual([{ 'hit@1': expect.objectContaining({ adjustedP: 1 / 32 }) }, {}])
  })

  it('can find a difference among hundreds of comparisons', () => {
    const clear = new Map([['hit@1', better(60, 60)]])
    const others = Array.from({ length: 900 }, () => new Map([['hit@1', better(0)]]))
    const [first] = judgeDifferences([clear, ...others])
    expect(first?.['hit@1']?.verdict).toBe('better')
  })

  it('gives nothing for nothing', () => {
    expect(judgeDifferences([])).toEqual([])
  })
})
