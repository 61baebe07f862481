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
})
