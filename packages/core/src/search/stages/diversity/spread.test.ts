import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spread } from '../similar-texts.js'

const ofText = (text: string) => ({ item: { text } })
const texts = (items: readonly ReturnType<typeof ofText>[]) => items.map(({ item }) => item.text)

it('chooses by (1 − diversity) × relevance − diversity × similarity', () => {
  const items = ['red fox', 'red fox runs', 'blue whale'].map(ofText)
  // After the first: .5 × 2/3 − .5 × 2/3 = 0 against .5 × 1/3 − .5 × 0.
  expect(texts(spread(items, 0.5))).toEqual(['red fox', 'blue whale', 'red fox runs'])
  // .9 × 2/3 − .1 × 2/3 = .533 against .9 × 1/3 = .3.
  expect(texts(spread(items, 0.1))).toEqual(texts(items))
})

it('keeps the first, every item once, and with diversity 0 the order', () => {
  const words = fc.constantFrom('fox', 'whale', 'crow', 'red', 'blue', 'old')
  const lists = fc.array(
    fc.array(words, { maxLength: 5 }).map((list) => ofText(list.join(' '))),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(lists, fc.double({ min: 0, max: 0.99, noNaN: true }), (items, diversity) => {
      const chosen = spread(items, diversity)
      expect(chosen).toHaveLength(items.length)
      expect(new Set(chosen)).toEqual(new Set(items))
      expect(chosen[0]).toBe(items[0])
      expect(spread(items, 0)).toEqual(items)
    }),
  )
})
