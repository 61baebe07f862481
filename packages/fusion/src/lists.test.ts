import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumAscending, validateLists } from './lists.js'
import { FusionError } from './options.js'
import type { RankedItem, RankedList } from './strategy.js'
import { listOf } from './testing/lists.js'

const list = (...items: RankedItem[]): RankedList => ({ source: 'keyword', weight: 1, items })
const item = (part: Partial<RankedItem>): RankedItem => ({ id: 'a', score: 1, foundRank: 1, ...part })

function codeOf(lists: readonly RankedList[]): string | undefined {
  try {
    validateLists(lists)
  } catch (error) {
    return FusionError.isInstance(error) ? error.code : 'not a FusionError'
  }
  return undefined
}

describe('validateLists', () => {
  it('accepts ranks with gaps and in any order, and completed scores', () => {
    const items = [
      item({ id: 'c', foundRank: 7 }),
      item({ id: 'a', foundRank: 2 }),
      item({ id: 'b', foundRank: null }),
    ]
    expect(codeOf([list(...items, item({ id: 'd', foundRank: null }))])).toBeUndefined()
    expect(codeOf([])).toBeUndefined()
  })

  it.each<[string, RankedList[]]>([
    ['an id twice, found and completed', [list(item({}), item({ foundRank: null }))]],
    ['a rank twice', [list(item({}), item({ id: 'b' }))]],
    ['a NaN score', [list(item({ score: NaN }))]],
    ['an infinite score', [list(item({ score: -Infinity }))]],
    ['rank 0', [list(item({ foundRank: 0 }))]],
    ['rank 1.5', [list(item({ foundRank: 1.5 }))]],
    ['a NaN rank', [list(item({ foundRank: NaN }))]],
    ['a NaN minimum', [{ ...list(item({})), minimum: NaN }]],
    ['a source twice', [list(), list()]],
    ['a NaN score at weight 0', [{ ...list(item({ score: NaN })), weight: 0 }]],
  ])('rejects %s', (_, lists) => {
    expect(codeOf(lists)).toBe('FUSION_INVALID_LIST')
  })

  it.each([-1, NaN, Infinity])('rejects the weight %s', (weight) => {
    expect(codeOf([listOf('keyword', { a: 1 }, { weight })])).toBe('FUSION_INVALID_WEIGHT')
  })

  it('rejects weights whose sum is not finite', () => {
    const heavy = { weight: Number.MAX_VALUE }
    expect(codeOf([listOf('keyword', {}, heavy), listOf('vector', {}, heavy)])).toBe('FUSION_INVALID_WEIGHT')
  })

  it('names the list and the item, and says what to do', () => {
    expect(() => validateLists([list(item({ score: NaN }))])).toThrow(
      'The score of item "a" in list "keyword" is NaN; give a finite number or leave the item out.',
    )
  })
})

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 8 })

describe('sumAscending', () => {
  it('adds, and returns 0 without values', () => {
    expect(sumAscending([])).toBe(0)
    expect(sumAscending([0.5, 0.25, -1])).toBe(-0.25)
  })

  it('returns the same sum in any order, unlike plain addition', () => {
    expect(0.1 + 0.2 + 0.3).not.toBe(0.3 + 0.2 + 0.1)
    expect(sumAscending([0.1, 0.2, 0.3])).toBe(sumAscending([0.3, 0.2, 0.1]))
    fc.assert(
      fc.property(values, fc.nat(), (drawn, turn) => {
        const turned = [...drawn.slice(turn % 8), ...drawn.slice(0, turn % 8)]
        expect(sumAscending(turned)).toBe(sumAscending(drawn))
      }),
    )
  })
})
