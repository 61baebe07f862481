import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHashOf, derivedRecordId, newRecordId, normalizeContent } from './record-id.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('an id', () => {
  it('is a UUID of version 7, and sorts after earlier ones', () => {
    const ids = Array.from({ length: 5000 }, newRecordId)
    expect(ids.every((id) => uuid.test(id))).toBe(true)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(5000)
  })

  it('follows from a time and a key, and sorts by the time', () => {
    const at = Date.UTC(2026, 1, 11)
    expect(derivedRecordId(at, 'a')).toBe(derivedRecordId(at, 'a'))
    expect(derivedRecordId(at, 'a')).toMatch(uuid)
    const keys = Array.from({ length: 500 }, (_, number) => derivedRecordId(at, `key ${number}`))
    expect(new Set(keys).size).toBe(500)
    const [before, after] = [derivedRecordId(at - 1, 'a'), derivedRecordId(at + 1, 'a')]
    expect(keys.every((id) => before < id && id < after)).toBe(true)
    expect(derivedRecordId(-5, 'a')).toMatch(uuid)
  })
})

describe('the hash of a content', () => {
  it('C16: is the same for equivalent characters and other white space', () => {
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
    ['10²', '102'],
    ['log₂8', 'log28'],
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
