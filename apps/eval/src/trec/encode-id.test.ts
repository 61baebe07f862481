import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileId } from './__fixtures__/hostile-id.js'
import { decodeId, encodeId } from './encode-id.js'

describe('encodeId', () => {
  it.each([
    ['a b', 'a%20b'],
    ['a%20b', 'a%2520b'],
    ['100%', '100%'],
    ['https://x.org/a?b=c#d', 'https://x.org/a?b=c#d'],
    ['a\u00a0b\n', 'a%C2%A0b%0A'],
    ['战国', '战国'],
  ])('makes of %j %j, and back', (own, field) => {
    expect(encodeId(own)).toBe(field)
    expect(decodeId(field)).toBe(own)
  })

  it('leaves what others wrote alone', () => {
    for (const field of ['x/%E4%BD%A0', '%zz', '%', '%2']) expect(decodeId(field)).toBe(field)
    expect(decodeId('a%c2%a0b')).toBe('a\u00a0b')
  })

  it('never loses an id, and leaves nothing that would end a field', () => {
    fc.assert(
      fc.property(hostileId, (own) => {
        expect(decodeId(encodeId(own))).toBe(own)
        expect(encodeId(own)).not.toMatch(/[\s\p{Cc}]/u)
      }),
    )
  })
})
