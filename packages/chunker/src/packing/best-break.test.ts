import { describe, expect, it } from 'vitest'
import { breakStrength } from '../structure/break-strength.js'
import { type Break, createBestBreak } from './best-break.js'

function bestOf(...breaks: [strength: number, isPreferred: boolean][]): number | undefined {
  const best = createBestBreak()
  for (const [index, [strength, isPreferred]] of breaks.entries()) {
    const candidate: Break = { index, strength, isPreferred }
    best.offer(candidate)
  }
  return best.index
}

describe('createBestBreak', () => {
  it('takes the strongest, the last of equals', () => {
    expect(bestOf([5, true], [8, true], [8, true], [7, true])).toBe(2)
  })

  it('takes a preferred one before a stronger one', () => {
    expect(bestOf([8, false], [1, true], [8, false])).toBe(1)
    expect(bestOf([8, false], [1, false])).toBe(0)
  })

  it('never takes what must not be cut', () => {
    expect(bestOf([breakStrength.never, true])).toBeUndefined()
    expect(bestOf()).toBeUndefined()
  })
})
