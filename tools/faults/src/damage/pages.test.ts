import { expect, it } from 'vitest'
import { changedPages, flipBit, pagesWith, vectorPages } from './pages.ts'

const pageSize = 512

/** A file with the header of a database whose pages have 512 bytes. */
function fileOf(pages: number): Buffer {
  const file = Buffer.alloc(pages * pageSize)
  file.write('SQLite format 3\0')
  file.writeUInt16BE(pageSize, 16)
  return file
}

it('a bit that flips is on one page, and flips back', () => {
  const file = fileOf(4)
  const flipped = flipBit(file, (2 * pageSize + 7) * 8 + 3)
  expect([flipped.indexOf(8, 100), flipped[2 * pageSize + 7]]).toEqual([2 * pageSize + 7, 8])
  expect([...changedPages(file, flipped)]).toEqual([2])
  expect([...changedPages(file, flipBit(flipped, (2 * pageSize + 7) * 8 + 3))]).toEqual([])
  expect(() => flipBit(Buffer.alloc(2), 16)).toThrow(RangeError)
})

it('pages that were cut off are changed', () => {
  const file = fileOf(4)
  expect([...changedPages(file, file.subarray(0, 3 * pageSize - 1))]).toEqual([2, 3])
})

it('every page is found on which the bytes of a vector lie, and no others', () => {
  const file = fileOf(5)
  const [there, absent] = [Buffer.from('0123456789abcdef'), Buffer.from('nowhere to be fo')]
  there.copy(file, pageSize + 40)
  there.copy(file, 3 * pageSize + 8)
  expect(pagesWith(file, there)).toEqual([1, 3])
  expect([...vectorPages(file, new Map(Object.entries({ there, absent })))]).toEqual([['there', [1, 3]]])
})
