import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens, scripts } from './counting.js'

function cost(length: number, script: keyof typeof scripts): number {
  return Math.ceil(length / scripts[script].perToken)
}

describe('countTokens', () => {
  it.each<[string, number]>([
    ['', 0],
    [' \t\r\n\u3000', 0],
    ['memory', cost('memory'.length, 'latin')],
    ['naïve café', 2],
    ['1234567', cost(7, 'digit')],
    ['a1', 2],
    ["don't!", 4],
    ['|---|', 5],
    [`|${'-'.repeat(90)}|`, 5],
    ['ひらがな', 4],
    ['한국어', 3],
    ['привет', cost(6, 'cyrillic')],
    ['שלום', cost(4, 'alphabet')],
    ['नमस्ते', cost(6, 'indic')],
    ['สวัสดี', cost(6, 'stacked')],
    ['😀', 2],
    ['𠮷野', 2],
    ['\ud83d', 1],
    ['𝛼', 1],
  ])('counts %j as %i', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })

  it('adds up over white space', () => {
    const text = fc.string({ unit: 'binary' }).map((one) => one.toWellFormed())
    fc.assert(
      fc.property(text, text, fc.constantFrom(' ', '\n', '\u3000'), (a, b, space) => {
        expect(countTokens(a + space + b)).toBe(countTokens(a) + countTokens(b))
      }),
    )
  })

  it('never counts the parts of a text less than the whole', () => {
    const text = fc.string({ unit: 'binary' }).map((one) => one.toWellFormed())
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(countTokens(a + b)).toBeLessThanOrEqual(countTokens(a) + countTokens(b))
      }),
    )
  })

  it('counts every visible character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(countTokens(text) > 0).toBe(text.trim() !== '')
      }),
    )
  })
})
