import { describe, expect, it } from 'vitest'
import { daysMeant, spanOf } from './dates.js'
import { passesField, readFieldTest } from './field-test.js'

const metadata = {
  Status: 'In  Progress',
  tags: ['ops', 'café'],
  priority: 12,
  due: '2026-02-11',
  seen: '2026-02-11T10:30:00Z',
  empty: '',
  none: null,
  outer: { inner: '007' },
}

describe('a condition on front matter', () => {
  it.each([
    ['status=in progress', true],
    ['STATUS = "in progress"', true],
    ['tag=ops', true],
    ['tag=cafe', true],
    ['tags!=ops', false],
    ['gone!=x', true],
    ['priority=12.0', true],
    ['priority>3', true],
    ['priority>a', false],
    ['priority<1e2', true],
    ['due=2026', true],
    ['due=2026-03', false],
    ['due>2026', false],
    ['due>=2026', true],
    ['due<=2026-02', true],
    ['due<2026-03', true],
    ['seen=2026-02-11', true],
    ['seen=2026-02-11 10:30', true],
    ['seen<2026-02-11 10:30', false],
    ['status>a', true],
    ['empty', false],
    ['none', false],
    ['outer', true],
    ['outer.inner=007', true],
    ['outer.inner=7', false],
  ])('%j passes: %j', (text, passes) => {
    expect(passesField(metadata, readFieldTest(text))).toBe(passes)
  })

  it.each(['', '=x', 'a==b', 'a=', "a=''", 'a:b', 'a~b'])('%j is refused', (text) => {
    expect(() => readFieldTest(text)).toThrow('OPTION_INVALID')
  })
})

describe('daysMeant', () => {
  it.each([
    ['2026', '2026-01-01', '2026-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    [' 2026-02-11T10:30 ', '2026-02-11', '2026-02-11'],
    ['31D', '2026-02-28', '2026-02-28'],
    ['1w', '2026-03-24', '2026-03-24'],
    ['1m', '2026-02-28', '2026-02-28'],
    ['1990y', '0036-03-31', '0036-03-31'],
    ['9999y', '0001-01-01', '0001-01-01'],
  ])('%j', (text, first, last) => expect(daysMeant(text)).toEqual([first, last]))

  it.each(['soon', '', '2026-02-30', '2026-13', '7x', '99999d'])('%j is refused', (text) => {
    expect(() => daysMeant(text)).toThrow('OPTION_INVALID')
  })
})

describe('spanOf', () => {
  it('has the seconds of a minute, a day, a year', () => {
    const lengths = ['2026-02-11t10:30', '2026-02-11', '2026'].map((text) => {
      const [first = 0, last = 0] = spanOf(text) ?? []
      return last - first + 1
    })
    expect(lengths).toEqual([60, 86_400, 365 * 86_400])
  })
})
