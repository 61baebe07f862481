import { describe, expect, it } from 'vitest'
import { wordsOf } from '../__fixtures__/samples.js'
import { entryChecksum, indexChecksum } from './index-checksum.js'

const of = (text: string, beside = {}) => indexChecksum(wordsOf(text, beside))

describe('the checksum of what the index holds of a chunk', () => {
  it('is the sum over the entries, forms once', () => {
    const entries = [
      entryChecksum('red', { column: 0, offset: 0 }),
      entryChecksum('red', { column: 0, offset: 1 }),
      entryChecksum('quay', { column: 1, offset: 0 }),
      entryChecksum('notes', { column: 2, offset: 0 }),
      entryChecksum('red', { column: 3, offset: 0 }),
    ]
    const sum = entries.reduce((total, entry) => (total + entry) >>> 0, 0)
    expect(of('red Red', { parts: 'quay', place: 'notes' })).toBe(sum)
    expect(of('')).toBe(0)
  })

  it('tells order, column and word apart, and takes no notice of what the index leaves out', () => {
    const different = [
      of('red light'),
      of('light red'),
      of('red lights'),
      of('red', { parts: 'light' }),
      of('red', { place: 'light' }),
    ]
    expect(new Set(different).size).toBe(different.length)
    expect(of('red -- light')).toBe(of('red light'))
    expect(of('RED li-ght')).toBe(of('red light'))
  })
})
