import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedPages, flipBit, pagesWith, vectorPages } from './pages.ts'

const pageSize = 512

/** A file with the header of a database whose pages have 512 bytes. */
function fileOf(pages: number): Buffer {
  const file = Buffer.alloc(pages * pageSize)
  file.write('SQLite format 3\0')
  file.writeUInt16BE(pageSize, 16)
  return file
}

function differentBits(a: Buffer, b: Buffer): number {
  return a.reduce((sum, byte, place) => {
    const difference = byte ^ (b[place] ?? 0)
    return sum + difference.toString(2).replaceAll('0', '').length
  }, 0)
}

describe('flipBit', () => {
  it('changes exactly one bit, and that back again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(), (bytes, nth) => {
        const file = Buffer.from(bytes)
        const bit = nth % (file.length * 8)
        const flipped = flipBit(file, bit)
        expect(flipped).toHaveLength(file.length)
        expect(differentBits(file, flipped)).toBe(1)
        expect(flipBit(flipped, bit).equals(file)).toBe(true)
      }),
    )
  })

  it('refuses a bit behind the end', () => {
    expect(() => flipBit(Buffer.alloc(2), 16)).toThrow(RangeError)
  })
})

describe('changedPages', () => {
  it('names the page of a bit, and pages that were cut off', () => {
    const file = fileOf(4)
    expect([...changedPages(file, file)]).toEqual([])
    expect([...changedPages(file, flipBit(file, (2 * pageSize + 7) * 8))]).toEqual([2])
    expect([...changedPages(file, file.subarray(0, 3 * pageSize - 1))]).toEqual([2, 3])
  })
})

describe('vectorPages', () => {
  it('finds every page on which the bytes of a vector lie, and no others', () => {
    const file = fileOf(5)
    const vector = Buffer.from('0123456789abcdef')
    vector.copy(file, pageSize + 40)
    vector.copy(file, 3 * pageSize + 8)
    expect(pagesWith(file, vector)).toEqual([1, 3])
    const vectors = new Map([
      ['there', vector],
      ['absent', Buffer.from('nowhere to be found')],
    ])
    expect([...vectorPages(file, vectors)]).toEqual([['there', [1, 3]]])
  })
})
