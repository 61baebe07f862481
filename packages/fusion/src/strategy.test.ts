import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byScoreThenId } from './fuse.js'
import { sumAscending } from './lists.js'
import type { StrategyName } from './strategy-table.js'
import type { Fused, FusionOptions, RankedItem, RankedList } from './strategy.js'
import { rankedLists } from './testing/arbitrary-lists.js'
import { deepFreeze, listOf, scoreOf, strategies } from './testing/lists.js'

// Properties of every strategy in the table.

interface Subject {
  readonly name: string
  readonly options: FusionOptions
  /** Whether weights count as shares of their sum, so that scaling them leaves the scores too. */
  readonly weightsAreShares: boolean
  readonly fuse: (lists: readonly RankedList[]) => Fused[]
}

const variants: FusionOptions[] = deepFreeze([
  {},
  { k: 0, normalize: true },
  { k: 2.5, normalization: { vector: 'min-max', keyword: 'max', title: 'none' } },
])

/** Strategies that do not have a property below. A new strategy may need an entry. */
const exceptions = {
  readNoOption: ['calibrated', 'convex', 'log-odds-conjunction'],
  /** Their scores grow with all weights (`weighting: 'given'`), unless they are normalised. */
  growWithWeights: ['rrf'],
  /** A higher score changes the mean, the median or the deviation of its list, so it may raise another item even more. */
  dependOnDeviation: ['dbsf', 'log-odds-conjunction'],
  /** The contribution of a list depends on the other lists. */
  areNoSum: ['log-odds-conjunction'],
} as const satisfies Readonly<Record<string, readonly StrategyName[]>>

const isException = (kind: keyof typeof exceptions, name: string) =>
  exceptions[kind].some((exception) => exception === name)

const subjects: Subject[] = strategies.flatMap(({ name, strategy }) =>
  variants.slice(0, isException('readNoOption', name) ? 1 : variants.length).map((options) => ({
    name,
    options,
    weightsAreShares: !isException('growWithWeights', name) || options.normalize === true,
    fuse: (lists) => strategy(lists, options),
  })),
)

const raises = [
  { how: 'a list ranks one higher', raise: promoted },
  { how: 'a list scores higher', raise: scoredHigher },
]

function forAllLists(check: (lists: RankedList[]) => void): void {
  fc.assert(fc.property(rankedLists, check), { numRuns: 100 })
}

describe.each(subjects)('$name with $options: ranking', ({ fuse }) => {
  it('A5: returns every candidate once and nothing else', () => {
    forAllLists((lists) => {
      const candidates = lists
        .filter(({ weight }) => weight > 0)
        .flatMap(({ items }) => items.filter(({ foundRank }) => foundRank !== null).map(({ id }) => id))
      expect(
        fuse(lists)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual([...new Set(candidates)].toSorted())
    })
  })

  it('orders by score, then by id', () => {
    forAllLists((lists) => {
      const fused = fuse(lists)
      expect(fused).toEqual(fused.toSorted(byScoreThenId))
    })
  })

  it('does not depend on the order of the lists or of their items', () => {
    forAllLists((lists) => {
      const turned = lists
        .toReversed()
        .map((list) => Object.assign({}, list, { items: list.items.toReversed() }))
      expect(scores(fuse(turned))).toEqual(scores(fuse(lists)))
    })
  })
})

describe.each(subjects)('$name with $options: explanation', ({ fuse }) => {
  it('returns a score that is the sum of its contributions, each weight × normalised score', () => {
    forAllLists((lists) => {
      for (const { score, contributions } of fuse(lists)) {
        const values = contributions.map(({ value }) => value)
        const products = contributions.map(({ weight, normalized }) => normalized && weight * normalized)
        expect(values).toEqual(products.map((product) => product ?? 0))
        expect(score).toBe(sumAscending(values))
      }
    })
  })

  it('lists one contribution per list of positive weight, with the rank and score in that list', () => {
    forAllLists((lists) => {
      const fused = fuse(lists)
      const expected = fused.map(({ id }) =>
        lists
          .filter(({ weight }) => weight > 0)
          .map(({ source, items }) => {
            const item = items.find((each) => each.id === id)
            return { source, rank: item?.foundRank ?? null, raw: item?.score ?? null }
          }),
      )
      const listed = fused.map(({ contributions }) =>
        contributions.map(({ source, rank, raw }) => ({ source, rank, raw })),
      )
      expect(listed).toEqual(expected)
      const contributions = fused.flatMap((item) => item.contributions)
      expect(contributions.filter(({ raw, value }) => raw === null && value !== 0)).toEqual([])
    })
  })
})

describe.each(subjects)('$name with $options: weights', ({ fuse, weightsAreShares }) => {
  it('ranks by the heavier list', () => {
    const heavierIn = (heavy: string) =>
      fuse([
        listOf('vector', { a: 0.9 }, { weight: heavy === 'vector' ? 9 : 1, completed: { b: 0.2 } }),
        listOf('keyword', { b: 9 }, { weight: heavy === 'keyword' ? 9 : 1, completed: { a: 0 } }),
      ])
    expect([heavierIn('vector')[0]?.id, heavierIn('keyword')[0]?.id]).toEqual(['a', 'b'])
  })

  it('A6: treats a list of weight 0 as absent', () => {
    forAllLists((lists) => {
      expect(fuse(lists)).toEqual(fuse(lists.filter(({ weight }) => weight > 0)))
    })
  })

  it('keeps or scales the scores, and keeps the order including ties, if all weights are scaled', () => {
    forAllLists((lists) => {
      expect(ids(fuse(scaled(lists, 2)))).toEqual(ids(fuse(lists)))
    })
    fc.assert(
      fc.property(rankedLists, fc.integer({ min: 1, max: 9 }), (lists, factor) => {
        const before = new Map(fuse(lists).map(({ id, score }) => [id, score]))
        const others = fuse(scaled(lists, factor)).filter(({ id, score }) => {
          return !isCloseTo(score, (before.get(id) ?? NaN) * (weightsAreShares ? 1 : factor), 10)
        })
        expect(others).toEqual([])
      }),
    )
  })
})

describe.each(subjects)('$name with $options: raising an item', ({ name, fuse }) => {
  it.each(isException('dependOnDeviation', name) ? raises.slice(0, 1) : raises)(
    'never lowers one that $how',
    ({ raise }) => {
      fc.assert(
        fc.property(rankedLists, fc.nat(), fc.nat(), (lists, listChoice, itemChoice) => {
          const list = lists[listChoice % Math.max(1, lists.length)]
          const raised = list && raise(list, itemChoice)
          if (raised === undefined) return
          const before = standing(fuse(lists), raised.id)
          const after = standing(
            fuse(lists.map((other) => (other === list ? raised.list : other))),
            raised.id,
          )
          expect(after.score).toBeGreaterThanOrEqual(before.score)
          expect(after.index).toBeLessThanOrEqual(before.index)
        }),
        { numRuns: 100 },
      )
    },
  )
})

describe.each(subjects)('$name with $options: edges', ({ name, fuse }) => {
  it('returns an empty ranking for no lists, empty lists and lists of weight 0', () => {
    expect(fuse([])).toEqual([])
    expect(fuse([listOf('vector', {}), listOf('keyword', {})])).toEqual([])
    expect(
      fuse([listOf('vector', { a: 1 }, { weight: 0 }), listOf('keyword', { b: 1 }, { weight: 0 })]),
    ).toEqual([])
  })

  it('ranks a single item, and one that only the keyword list found, with a score above 0', () => {
    const fused = fuse([listOf('vector', { a: 0.5 })])
    expect(ids(fused)).toEqual(['a'])
    expect(fused[0]?.score).toBeGreaterThan(0)
    const both = fuse([listOf('vector', { a: 0.9, b: 0.8 }), listOf('keyword', { c: 7 })])
    expect(scoreOf(both, 'c')).toBeGreaterThan(0)
  })

  it.runIf(!isException('areNoSum', name))(
    'adds no bonus for a rank: the contribution of a list does not depend on the other lists',
    () => {
      const keyword = listOf('keyword', { b: 3, a: 2 })
      const gains = (cosines: Readonly<Record<string, number>>) =>
        fuse([listOf('vector', cosines), keyword])
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map(({ contributions }) => contributions[1]?.value)
      expect(gains({ b: 0.9, a: 0.8 })).toEqual(gains({ a: 0.9, b: 0.8 }))
    },
  )

  it('ranks by id if all scores are equal', () => {
    for (const score of [0, 0.5]) {
      const lists = ['c', 'a', 'b'].map((id) => listOf(id, { [id]: score }))
      const fused = fuse(lists)
      expect(ids(fused)).toEqual(['a', 'b', 'c'])
      for (const item of fused) expect(item.score).toSatisfy(Number.isFinite)
    }
  })

  it('ties items that have the same ranks and scores in different lists', () => {
    const lists = [
      listOf('one', { a: 0.7, b: 0.6, c: 0.1 }),
      listOf('two', { b: 0.7, c: 0.6, a: 0.1 }),
      listOf('three', { c: 0.7, a: 0.6, b: 0.1 }),
    ]
    const [first, second, third] = fuse(lists)
    expect(first?.score).toBe(second?.score)
    expect(second?.score).toBe(third?.score)
  })

  it('returns finite scores for any finite input', () => {
    const anyScore = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 })
    const anyScores = fc.dictionary(fc.string(), anyScore)
    fc.assert(
      fc.property(anyScores, anyScores, (vector, keyword) => {
        const fused = fuse([listOf('vector', vector), listOf('keyword', keyword)])
        expect(fused.filter(({ score }) => !Number.isFinite(score))).toEqual([])
      }),
    )
  })
})

/** Like `toBeCloseTo`, which would take a third of the time of these tests. */
function isCloseTo(value: number, expected: number, digits: number): boolean {
  return Math.abs(value - expected) < 10 ** -digits / 2
}

interface Raised {
  readonly id: string
  readonly list: RankedList
}

/** Swaps the rank and score of the chosen found item with those of the item above it. */
function promoted(list: RankedList, choice: number): Raised | undefined {
  const found = list.items.filter(({ foundRank }) => foundRank !== null)
  const index = choice % Math.max(1, found.length)
  const [above, item] = [found[index - 1], found[index]]
  if (above === undefined || item === undefined) return undefined
  const swapped = replaced(replaced(list, { ...item, id: above.id }), { ...above, id: item.id })
  return { id: item.id, list: swapped }
}

/** Raises the chosen item's score by up to two; its rank stays. */
function scoredHigher(list: RankedList, choice: number): Raised | undefined {
  const item = list.items[choice % Math.max(1, list.items.length)]
  if (item === undefined) return undefined
  return { id: item.id, list: replaced(list, { ...item, score: item.score + ((choice % 32) + 1) / 16 }) }
}

function replaced(list: RankedList, item: RankedItem): RankedList {
  return { ...list, items: list.items.map((other) => (other.id === item.id ? item : other)) }
}

function scaled(lists: readonly RankedList[], factor: number): RankedList[] {
  return lists.map((list) => ({ ...list, weight: list.weight * factor }))
}

function standing(fused: readonly Fused[], id: string): { index: number; score: number } {
  const index = fused.findIndex((item) => item.id === id)
  return { index, score: fused[index]?.score ?? 0 }
}

function ids(fused: readonly Fused[]): string[] {
  return fused.map(({ id }) => id)
}

function scores(fused: readonly Fused[]): { id: string; score: number }[] {
  return fused.map(({ id, score }) => ({ id, score }))
}
