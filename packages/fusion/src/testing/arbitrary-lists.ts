import * as fc from 'fast-check'
import type { RankedItem, RankedList } from '../strategy.js'
import { deepFreeze } from './lists.js'

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'B', 'é', '10', '9']
const sources = ['vector', 'keyword', 'title', 'constructor']

// Sixteenths are exact in binary, so formulas do not differ by rounding.
const score = fc.integer({ min: -16, max: 48 }).map((sixteenths) => sixteenths / 16)
const item = fc.record({ id: fc.constantFrom(...ids), score, found: fc.boolean() })
const items = fc
  .uniqueArray(item, { selector: ({ id }) => id, maxLength: ids.length })
  .map((drawn): RankedItem[] => {
    const byScore = drawn.toSorted((a, b) => b.score - a.score)
    const found = byScore.filter(({ found: wasFound }) => wasFound)
    const completed = byScore.filter(({ found: wasFound }) => !wasFound)
    const ranked: RankedItem[] = found.map((drawnItem, index) => toItem(drawnItem, index + 1))
    return ranked.concat(completed.map((drawnItem) => toItem(drawnItem, null)))
  })

const toItem = ({ id, score: value }: Pick<RankedItem, 'id' | 'score'>, foundRank: number | null) => ({
  id,
  score: value,
  foundRank,
})

const list = (source: string): fc.Arbitrary<RankedList> =>
  fc.record({
    source: fc.constant(source),
    weight: fc.integer({ min: 0, max: 5 }),
    minimum: fc.constantFrom(undefined, 0, -1),
    scale: fc.constantFrom(undefined, undefined, { unrelated: -0.5, related: 1.5 }),
    items,
  })

/** Up to four well-formed, frozen lists: found items by descending score, then completed ones, weights from 0 to 5. */
export const rankedLists: fc.Arbitrary<RankedList[]> = fc
  .subarray(sources)
  .chain((chosen) => fc.tuple(...chosen.map(list)))
  .map((lists) => deepFreeze([...lists]))
