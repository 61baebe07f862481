import { describe, expect, it } from 'vitest'
import { meanTokens } from './summarise.js'

describe('meanTokens', () => {
  const answerWith = (shown: number, ...tokens: number[]) => ({
    given: { tokens: shown, toAnswer: null },
    unfiltered: { limit: 6, confidence: 1, results: tokens.map((each) => ({ document: 'a', tokens: each })) },
  })

  it('is the mean length of what is shown, and with so many results', () => {
    const long = answerWith(600, 100, 200, 300, 400, 500, 600, 700, 800)
    const heldBack = answerWith(20, 150, 250)
    expect(meanTokens([long, heldBack])).toEqual({
      shown: (600 + 20) / 2,
      results: { 6: (600 + 250) / 2, 10: (800 + 250) / 2 },
    })
    // Without any result the text still says so.
    expect(meanTokens([answerWith(20)])).toEqual({ shown: 20, results: { 6: 20, 10: 20 } })
  })

  it('is not known unless it is known of every answer', () => {
    expect(meanTokens([answerWith(20), {}])).toBeNull()
    expect(meanTokens([])).toBeNull()
  })
})
