import { describe, expect, it } from 'vitest'
import { hit } from './hit.js'

const grades = new Map([
  ['a', 1],
  ['b', 0],
  ['c', 3],
])

describe('hit', () => {
  it('is named after its depth', () => {
    expect(hit(6).name).toBe('hit@6')
  })

  it('is 1 when a relevant document stands at the depth, 0 when it stands one below', () => {
    expect(hit(3).score(['x', 'y', 'a'], grades)).toBe(1)
    expect(hit(2).score(['x', 'y', 'a'], grades)).toBe(0)
  })

  it('takes a document judged 0 for not relevant', () => {
    expect(hit(6).score(['b'], grades)).toBe(0)
  })

  it('is 0 for an empty ranking', () => {
    expect(hit(6).score([], grades)).toBe(0)
  })
})
