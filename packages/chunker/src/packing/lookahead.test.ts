import { describe, expect, it } from 'vitest'
import { createLookahead } from './choose-break.js'

describe('createLookahead', () => {
  it('reads no further than it looks', () => {
    let read = 0
    function* numbers(): Generator<number> {
      for (;;) yield read++
    }
    const ahead = createLookahead(numbers())
    expect(read).toBe(0)
    expect(ahead.at(2)).toBe(2)
    expect(read).toBe(3)
    ahead.drop(2)
    expect([ahead.at(0), ahead.at(1)]).toEqual([2, 3])
    expect(read).toBe(4)
  })

  it('ends where the sequence ends', () => {
    const ahead = createLookahead(['a', 'b'].values())
    expect(ahead.at(5)).toBeUndefined()
    ahead.drop(1)
    expect([ahead.at(0), ahead.at(1)]).toEqual(['b', undefined])
  })
})
