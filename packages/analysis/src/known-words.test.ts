import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createKnownWords } from './known-words.js'

it('finds what was remembered of the same characters, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 60 }), fc.string(), (parts, before) => {
      const known = createKnownWords<number>()
      const expected = new Map<string, number>()
      for (const [number, part] of parts.entries()) {
        const text = `${before}${part}!`
        const found = known.find(text, before.length, before.length + part.length)
        expect(found).toBe(expected.get(part))
        if (found !== undefined) continue
        known.add(part, number)
        expected.set(part, number)
      }
    }),
  )
})

it('forgets everything where it would hold too much, and goes on', () => {
  const known = createKnownWords<number>()
  const find = (word: string) => known.find(word, 0, word.length)
  const put = (word: string, number: number) => void (find(word) ?? known.add(word, number))
  for (let number = 0; number < 50_000; number += 1) put(`word ${number}`, number)
  expect(find('word 7')).toBe(7)
  put('one more', 1)
  expect([find('word 7'), find('one more')]).toEqual([undefined, 1])
  put('word 7', 8)
  expect(find('word 7')).toBe(8)
})
