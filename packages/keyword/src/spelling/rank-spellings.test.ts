import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.js'
import {
  areKeyboardNeighbours,
  rankSpellings,
  type SpellingCandidate,
  spellingCost,
} from './rank-spellings.js'
import { arbitraryWord } from './testing/arbitrary-word.js'

const seen = (form: string, chunks: number): SpellingCandidate => ({ form, stem: form, isHeld: true, chunks })

const formsOf = (word: string, candidates: SpellingCandidate[]) =>
  rankSpellings(word, candidates).map(({ form }) => form)

describe('rankSpellings', () => {
  it('counts the letters of an indexed form', () => {
    const [suggestion] = rankSpellings('databse', [seen('database', 7)])
    expect(suggestion).toEqual({
      form: 'database',
      stem: 'database',
      plausibility: 0.4 * 8 - 1 + 0.1 * Math.log(7) - 1,
    })
  })

  it('counts the letters of the stem minus ½ if the form is not indexed', () => {
    const candidate = { form: 'databases', stem: 'databas', isHeld: false, chunks: 7 }
    const [suggestion] = rankSpellings('databses', [candidate])
    expect(suggestion?.plausibility).toBeCloseTo(0.4 * 7 - 0.5 - 1 + 0.1 * Math.log(7) - 1, 12)
  })

  it.each([
    ['greek', 'green', 46],
    ['cart', 'card', 20],
    ['heard', 'beard', 20],
    ['wind', 'find', 90],
    ['sven', 'even', 3],
    ['minerals', 'materials', 1],
    ['metallic', 'metrical', 20],
  ])('does not correct %s to %s, because it may be another word', (word, form, chunks) => {
    expect(formsOf(word, [seen(form, chunks)])).toEqual([])
  })

  it('ranks rarer edits after more common ones, and rare words after common ones', () => {
    const candidates = [seen('fomrats', 1), seen('formal', 1), seen('formats', 9), seen('formats', 2)]
    expect(formsOf('fomrats', candidates)).toEqual(['fomrats', 'formats'])
    expect(formsOf('colum', [seen('colur', 400), seen('column', 400)])).toEqual(['column', 'colur'])
    expect(formsOf('tranform', [seen('tranforms', 1), seen('transform', 300)])).toEqual([
      'transform',
      'tranforms',
    ])
  })

  it('omits candidates that are far less plausible than the best', () => {
    expect(formsOf('configuration', [seen('configuration', 50), seen('configurasion', 1)])).toEqual([
      'configuration',
    ])
  })

  it('returns one form of each stem', () => {
    const inflected = { ...seen('retrieves', 3), stem: 'retriev' }
    const base = { ...seen('retrieve', 90), stem: 'retriev' }
    expect(formsOf('retreive', [inflected, base])).toEqual(['retrieve'])
  })

  it('returns up to three, best first, in any order of the candidates', () => {
    const candidate = fc
      .record({ form: arbitraryWord(4, 9), isHeld: fc.boolean(), chunks: fc.integer({ min: 0, max: 1000 }) })
      .map((made) => ({ ...made, stem: made.form.slice(0, 5) }))
    const candidates = fc.uniqueArray(candidate, { selector: ({ form }) => form, maxLength: 30 })
    fc.assert(
      fc.property(arbitraryWord(4, 9), candidates, (word, list) => {
        const ranked = rankSpellings(word, list)
        const plausibilities = ranked.map(({ plausibility }) => plausibility)
        expect(ranked.length).toBeLessThanOrEqual(3)
        expect(plausibilities).toEqual(plausibilities.toSorted((a, b) => b - a))
        expect(plausibilities.every((plausibility) => plausibility >= 0)).toBe(true)
        expect(new Set(ranked.map(({ stem }) => stem)).size).toBe(ranked.length)
        expect(rankSpellings(word, list.toReversed())).toEqual(ranked)
      }),
    )
  })
})

const word = arbitraryWord(0, 10)

describe('spellingCost', () => {
  it.each([
    ['database', 'database', 0],
    ['datbaase', 'database', 0.5],
    ['occured', 'occurred', 0.5],
    ['untill', 'until', 0.5],
    ['databse', 'database', 1],
    ['databaase', 'database', 0.5],
    ['databaxse', 'database', 1],
    ['databade', 'database', 1],
    ['databage', 'database', 1.5],
    ['seperate', 'separate', 1.5],
    ['batabase', 'database', 1.5 + 0.5],
    ['atabase', 'database', 1 + 0.5],
    ['adtabase', 'database', 0.5 + 0.5],
    ['acomodate', 'accommodate', 0.5 + 0.5],
    ['authentification', 'authentication', 1 + 1],
    ['', 'ab', 1 + 1 + 0.5],
    ['', '', 0],
  ])('of reading %j as %j is %d', (typed, meant, cost) => {
    expect(spellingCost(typed, meant)).toBe(cost)
  })

  it('is between ½ and 1½ for each edit, and ½ for the first letter', () => {
    fc.assert(
      fc.property(word, word, (typed, meant) => {
        const edits = editDistance(typed, meant)
        const cost = spellingCost(typed, meant)
        expect(cost).toBeGreaterThanOrEqual(edits / 2)
        expect(cost).toBeLessThanOrEqual(edits * 1.5 + 0.5)
      }),
    )
  })

  it('is symmetric', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(spellingCost(a, b)).toBe(spellingCost(b, a))
      }),
    )
  })
})

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const neighboursOf = (key: string) => letters.filter((other) => areKeyboardNeighbours(key, other)).join('')

describe('areKeyboardNeighbours', () => {
  it.each([
    ['q', 'aw'],
    ['p', 'lo'],
    ['g', 'bfhtvy'],
    ['z', 'asx'],
    ['m', 'jkn'],
  ])('finds next to %s the keys %s', (key, neighbours) => {
    expect(neighboursOf(key)).toBe(neighbours)
  })

  it('is symmetric, and false for a key and itself', () => {
    for (const a of letters) {
      expect(neighboursOf(a)).not.toContain(a)
      for (const b of letters) expect(areKeyboardNeighbours(a, b)).toBe(areKeyboardNeighbours(b, a))
    }
  })
})
