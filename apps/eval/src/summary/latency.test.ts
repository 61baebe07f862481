import type { SearchTimings } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import { latencies } from './latency.js'

function timed(total: number): { timings: SearchTimings } {
  return { timings: { total, sync: 0, keyword: total / 2, vector: total / 4, embed: total / 8, rank: 1 } }
}

describe('latencies', () => {
  it('are the 50th and the 95th of a hundred searches, for every stage', () => {
    const searches = Array.from({ length: 100 }, (_, index) => timed(100 - index))
    expect(latencies(searches)).toEqual({
      total: { p50: 50, p95: 95 },
      sync: { p50: 0, p95: 0 },
      keyword: { p50: 25, p95: 47.5 },
      vector: { p50: 12.5, p95: 23.75 },
      embed: { p50: 6.25, p95: 11.875 },
      rank: { p50: 1, p95: 1 },
    })
  })

  it('are of the searches that were timed', () => {
    expect(latencies([{ timings: null }, timed(8), { timings: null }])?.total).toEqual({ p50: 8, p95: 8 })
  })

  it('are null where none was', () => {
    expect(latencies([{ timings: null }])).toBeNull()
    expect(latencies([])).toBeNull()
  })
})
