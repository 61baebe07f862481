import { describe, expect, it } from 'vitest'
import { localDay } from './days.js'

describe('the day of a moment', () => {
  it.each([
    [new Date(2026, 1, 11, 0, 0, 0), '2026-02-11'],
    [new Date(2026, 1, 11, 23, 59, 59, 999), '2026-02-11'],
    [new Date(999, 11, 31), '0999-12-31'],
  ])('%s is %s', (date, day) => expect(localDay(date.getTime())).toBe(day))
})
