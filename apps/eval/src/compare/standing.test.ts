import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer, RankedDocument, RunSettings, ShownResult } from '../run/run.js'
import { answer, bare, part, ranked, run } from './__fixtures__/runs.js'
import { type Side, overtakers, standingOf } from './standing.js'

function side(own: Answer, settings: Partial<RunSettings> | null = {}, depth = 10): Side {
  return { answer: own, run: run([], [], { settings, depth }) }
}

function both(value: number): RankedDocument['contributions'] {
  return [part('keyword', [1, 7, value / 2]), part('vector', [1, 0.5, value / 2])]
}

const [a, b] = [ranked('a.md', both(0.9)), ranked('b.md', both(0.3), { confidence: 0.3 })]

const full = side(answer('q', [a, b]))

const low = side(answer('q', [b]))

const cut = side(answer('q', []), { threshold: 0.35 })

describe('standingOf', () => {
  it('has rank and details of a ranked document', () => {
    expect(standingOf('b.md', full, cut)).toEqual({ rank: 2, absence: null, isShown: null, detail: b })
  })

  it('has no details of one that is ranked too low for them', () => {
    const deep = side(answer('q', [a], { documents: ['a.md', 'b.md'] }))
    expect(standingOf('b.md', deep, full)).toEqual({ rank: 2, absence: null, isShown: null, detail: null })
  })

  it('says whether it is shown, where that is known', () => {
    const shown: ShownResult = {
      document: 'b.md',
      startLine: 1,
      endLine: 9,
      score: 1,
      confidence: 1,
      hasPassage: false,
    }
    const known = side(answer('q', [a, b], { results: [shown] }))
    expect([standingOf('a.md', known, full).isShown, standingOf('b.md', known, full).isShown]).toEqual([
      false,
      true,
    ])
  })

  it.each<[string, Side, Side]>([
    ['beyond-depth', side(answer('q', [a]), {}, 1), full],
    ['not-a-candidate', side(answer('q', [a])), full],
    ['below-threshold', cut, low],
    // A confidence of 0.3 would have passed, as would that of another document.
    ['not-a-candidate', side(answer('q', []), { threshold: 0.25 }), low],
    ['not-a-candidate', cut, full],
    // The threshold decides on the query as a whole.
    ['not-a-candidate', side(answer('q', [a]), { threshold: 0.35 }), low],
    // Another model has other cosines, other chunks have other words.
    ['unknown', cut, side(answer('q', [b]), { model: null })],
    ['unknown', cut, side(answer('q', [b]), { chunking: { target: 200, overlap: 80 } })],
    // Its confidence is not known.
    ['unknown', cut, side(bare('q', ['a.md', 'b.md']))],
    // Words alone have other confidence than words and vectors.
    ['unknown', side(answer('q', [], { strategy: 'keyword' }), { threshold: 0.35 }), low],
    // A replay cuts by rules of its own; a ranking from elsewhere may.
    ['unknown', side(answer('q', [a], { strategy: 'openclaw-2026.2' })), full],
    ['unknown', side(bare('q', ['a.md'], { strategy: 'my-engine' })), full],
    // So may one that has the name of a strategy of ours.
    ['unknown', side(bare('q', ['a.md']), null), full],
    ['beyond-depth', side(bare('q', ['a.md']), null, 1), full],
    ['unknown', cut, side(answer('q', [b]), null)],
  ])('says of an absent one: %s', (absence, own, other) => {
    expect(standingOf('b.md', own, other)).toEqual({ rank: null, absence, isShown: null, detail: null })
  })
})

describe('overtakers', () => {
  it('are those that stand above now and did not', () => {
    expect(overtakers('d', ['b', 'x', 'a', 'd', 'c'], ['a', 'b', 'd', 'c'])).toEqual(['x'])
    expect(overtakers('a', ['c', 'b', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'b'])
  })

  it('are those at its rank or above where it is lost', () => {
    expect(overtakers('b', ['a', 'x', 'y', 'z'], ['a', 'b', 'c'])).toEqual(['x'])
    expect(overtakers('b', [], ['a', 'b', 'c'])).toEqual([])
  })

  it('are none for a document that is new, or that rose', () => {
    expect(overtakers('d', ['a', 'd'], ['a', 'b'])).toEqual([])
    expect(overtakers('c', ['c', 'a', 'b'], ['a', 'b', 'c'])).toEqual([])
  })

  it('are found in rankings of any length', () => {
    const ranking = Array.from({ length: 200_000 }, (_, index) => String(index))
    const before = ['last', ...ranking.toReversed()]
    expect(overtakers('last', [...ranking, 'last'], before)).toHaveLength(ranking.length)
    expect(overtakers('199999', ranking, before)).toHaveLength(199_999)
  })

  it('are none in the same ranking, and the whole rest where the best comes last', () => {
    const rankings = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(rankings, fc.nat(), (ranking, choice) => {
        const document = ranking[choice % ranking.length] ?? ''
        expect(overtakers(document, ranking, ranking)).toEqual([])
        const [best = '', ...rest] = ranking
        expect(overtakers(best, [...rest, best], ranking)).toEqual(rest)
      }),
    )
  })
})
