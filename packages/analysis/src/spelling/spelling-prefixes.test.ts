import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spellingPrefixes } from './spelling-prefixes.js'
import { arbitraryEdit, arbitraryWord, edited, type Edit } from './testing/arbitrary-word.js'

/** The same edit, but in letters 1 to 5, or after them. */
const inBeginning = (word: string, edit: Edit) => edited(word.slice(0, 5), edit) + word.slice(5)
const inRest = (word: string, edit: Edit) => word.slice(0, 5) + edited(word.slice(5), edit)

describe('spellingPrefixes', () => {
  it('begin every word two edits away, unless both edits stand in its first five letters', () => {
    fc.assert(
      fc.property(
        arbitraryWord(10, 16),
        fc.boolean(),
        arbitraryEdit,
        arbitraryEdit,
        (meant, isLate, first, second) => {
          const typed = (isLate ? inRest : inBeginning)(inRest(meant, first), second)
          expect(spellingPrefixes(typed)).toContain(meant.slice(0, 4))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are some two hundred of four letters, without repeats', () => {
    fc.assert(
      fc.property(arbitraryWord(8, 32), (word) => {
        const prefixes = spellingPrefixes(word)
        expect(new Set(prefixes).size).toBe(prefixes.length)
        expect(prefixes.length).toBeLessThanOrEqual(220)
        expect(prefixes.every((prefix) => prefix.length === 4)).toBe(true)
        expect(prefixes[0]).toBe(word.slice(0, 4))
      }),
      { numRuns: 50 },
    )
  })

  it.each(['databse', 'e40424042', '数据库迁移数据库迁移'])('are none of %j', (word) => {
    expect(spellingPrefixes(word)).toEqual([])
  })
})
