import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compoundParts } from './compound-parts.js'

describe('compoundParts', () => {
  it.each([
    ['camelCase', ['camel', 'Case']],
    ['PascalCaseName', ['Pascal', 'Case', 'Name']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['parseJSON', ['parse', 'JSON']],
    ['utf8', ['utf', '8']],
    ['sha256sum', ['sha', '256', 'sum']],
    ['großeTür', ['große', 'Tür']],
    ['привётМир', ['привёт', 'Мир']],
    ['i18n', []],
    ['v1', []],
    ['E4042', []],
    ['word', []],
    ['WORD', []],
    ['2026', []],
    ['', []],
    ['aB'.repeat(100), []],
  ])('of %j are %j', (name, parts) => {
    expect(compoundParts(name)).toEqual(parts)
  })

  it('cuts names of ASCII where letters of any script would be cut', () => {
    const anyScript =
      /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u
    const name = fc.string({ unit: fc.constantFrom(...'abYZ01_'), minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(name, (text) => {
        const parts = text.split(anyScript)
        expect(compoundParts(text)).toEqual(parts.length > 1 ? parts : [])
      }),
    )
  })
})
