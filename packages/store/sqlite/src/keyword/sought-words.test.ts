import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSoughtWords } from './sought-words.js'
import { wordHash } from './word-hash.js'

describe('words that are looked for', () => {
  it('are found by their hashes, no others are, however many there are', () => {
    const words = Array.from({ length: 6000 }, (_, number) => `w${number}`)
    const sought = createSoughtWords()
    const asked = words.slice(0, 5000)
    const found = asked.map((word) => sought.seek(word))
    expect(new Set(found).size).toBe(asked.length)
    expect(asked.map((word) => sought.find(wordHash(word)))).toEqual(found)
    expect(words.slice(5000).some((word) => sought.find(wordHash(word)))).toBe(false)
  })

  it('are the same ones each time they are asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (words) => {
        const sought = createSoughtWords()
        const found = words.map((word) => sought.seek(word))
        expect(new Set(found).size).toBe(new Set(words).size)
        expect(words.map((word) => sought.seek(word))).toEqual(found)
      }),
    )
  })

  it('are counted from nothing again, and what begins with them', () => {
    const sought = createSoughtWords()
    const word = sought.seek('a')
    const run = { hashes: [word.hash], weights: [1, 1, 1] as const, count: 2 }
    word.runs.push(run)
    Object.assign(word, { inText: 1, beside: 2, otherForms: -1 })
    sought.clear()
    expect([word.inText, word.beside, word.otherForms, run.count]).toEqual([0, 0, 0, 0])
  })
})
