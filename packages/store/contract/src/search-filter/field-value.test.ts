import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf, foldLine, readFieldValue } from './field-value.js'

describe('a value', () => {
  it.each([
    ['3', 3],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['2.50', 2.5],
    ['-0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740993', null],
    ['1e999', null],
    ['007', null],
    ['0x10', null],
    ['1,000', null],
    ['.5', null],
    ['3 apples', null],
    ['', null],
    ['Infinity', null],
  ])('%j is the number %j', (text, number) => {
    const value = readFieldValue(text)
    expect(value.number === null ? null : value.number + 0).toBe(number)
  })

  it.each([
    ['2026', '2026-01-01T00:00:00', '2026-12-31T23:59:59'],
    ['2026-02', '2026-02-01T00:00:00', '2026-02-28T23:59:59'],
    ['2024-02', '2024-02-01T00:00:00', '2024-02-29T23:59:59'],
    ['2026-02-11', '2026-02-11T00:00:00', '2026-02-11T23:59:59'],
    ['2026-02-11 14:30', '2026-02-11T14:30:00', '2026-02-11T14:30:59'],
    ['2026-02-11T14:30:05', '2026-02-11T14:30:05', '2026-02-11T14:30:05'],
    ['2026-02-11T14:30:05.123+09:00', '2026-02-11T14:30:05', '2026-02-11T14:30:05'],
    ['2026-02-11t14:30Z', '2026-02-11T14:30:00', '2026-02-11T14:30:59'],
    ['0000', '0000-01-01T00:00:00', '0000-12-31T23:59:59'],
    ['2026-02-30', null, null],
    ['2026-13', null, null],
    ['2026-00', null, null],
    ['2026-02-11T24:00', null, null],
    ['2026-02-11Z', null, null],
    ['2026-2-1', null, null],
    ['2026-02-11 or so', null, null],
    ['20260211', null, null],
    ['12026', null, null],
  ])('%j is a time from %j to %j', (text, first, last) => {
    expect(readFieldValue(text)).toMatchObject({ first, last })
  })

  it('has the same text for all its spellings', () => {
    for (const [a, b] of [
      ['3', '3.0'],
      ['1000', '1e3'],
      ['Ops  ', ' OPS'],
      ['café', 'CAFE\u0301'],
    ]) {
      expect(readFieldValue(a ?? '').text).toBe(readFieldValue(b ?? '').text)
    }
    expect(readFieldValue('9007199254740993').text).not.toBe(readFieldValue('9007199254740992').text)
  })

  it('keeps the order of all JSON numbers', () => {
    const double = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
    fc.assert(
      fc.property(double, (value) => {
        expect((readFieldValue(String(value)).number ?? Number.NaN) + 0).toBe(value + 0)
      }),
    )
  })
})

describe('the fields of metadata', () => {
  const keysAndTexts = (metadata: Record<string, unknown>) =>
    fieldsOf(metadata)
      .map(({ key, text }) => `${key}=${text}`)
      .toSorted()

  it('are its separate values', () => {
    expect(
      keysAndTexts({
        Status: 'Open',
        tags: ['a', ['B', null], [], ''],
        nested: { 'Inner Key': { deep: true }, none: null, list: [{ x: 1 }, { x: 2 }] },
        'a.b': 0,
        blank: ' \n',
      }),
    ).toEqual([
      'a.b=0',
      'nested.inner key.deep=true',
      'nested.list.x=1',
      'nested.list.x=2',
      'status=open',
      'tags=a',
      'tags=b',
    ])
  })

  it('come from JSON of any size and depth', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (metadata) => void fieldsOf(metadata)))
    let deep: unknown = 'core'
    for (let level = 0; level < 10_000; level += 1) deep = [deep]
    expect(keysAndTexts({ deep })).toEqual(['deep=core'])
    expect(fieldsOf({ many: Array.from({ length: 200_000 }, (_, number) => number) })).toHaveLength(200_000)
    expect(keysAndTexts(JSON.parse('{"__proto__": {"constructor": 1}}'))).toEqual(['__proto__.constructor=1'])
  })
})

describe('a folded line', () => {
  it.each([
    ['Über Ärger', 'uber arger'],
    ['CAFE\u0301', 'cafe'],
    ['Straße', 'strasse'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['Йод', 'иод'],
    ['ＡＢＣ　ﬁn', 'abc fin'],
    ['がぎ', 'がぎ'],
    ['हिन्दी', 'हिन्दी'],
    ['ภาษา', 'ภาษา'],
    ['한국어', '한국어'],
    [' two\t\n words\0 ', 'two words'],
    ['# 100 %_"', '# 100 %_"'],
    ['\uD800', '\uFFFD'],
  ])('of %j is %j', (text, folded) => expect(foldLine(text)).toBe(folded))

  it('does not depend on composition, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldLine(text)
        expect(foldLine(text.normalize('NFD'))).toBe(folded)
        expect(foldLine(folded)).toBe(folded)
      }),
      { numRuns: 1000 },
    )
  })
})
