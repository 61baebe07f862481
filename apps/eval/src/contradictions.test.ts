import { describe, expect, it } from 'vitest'
import { measureContradictions } from './testing/measure-contradictions.js'

describe('contradictions', () => {
  it('are noticed by words only', async () => {
    const { contradicting, compatible } = await measureContradictions()
    expect([contradicting.count, compatible.count]).toEqual([77, 117])
    // Measured: .94 and .02.
    expect(contradicting.share, contradicting.wrong.join('\n')).toBeGreaterThanOrEqual(0.85)
    expect(compatible.share, compatible.wrong.join('\n')).toBeLessThanOrEqual(0.05)
  })
})
