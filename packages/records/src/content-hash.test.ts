import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHashOf, normalizeContent } from './content-hash.js'

describe('the hash of a content', () => {
  it('C16: is the same for the same text in other characters and other white space', () => {
    const same = ['Café ﬁve\u00A0km', ' Cafe\u0301  five km\n', 'Café\tfive\u2003km']
    expect(new Set(same.map(contentHashOf)).size).toBe(1)
    expect(contentHashOf('Café five km')).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each([
    ['it', 'IT'],
    ['a b', 'ab'],
    ['force 0.8', 'force 0,8'],
    ['漢字', '漢'],
    ['open', 'open.'],
  ])('C16: differs for other texts: %s, %s', (one, other) =>
    expect(contentHashOf(one)).not.toBe(contentHashOf(other)),
  )

  it('C16: does not change when it is normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(contentHashOf(normalizeContent(text))).toBe(contentHashOf(text))
      }),
    )
  })
})
