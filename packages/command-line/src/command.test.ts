import { describe, expect, it } from 'vitest'
import { parseCount, parseNumber } from './command.js'

describe('parseNumber', () => {
  it.each(['', ' ', 'many', '1e999', '1,5'])('refuses %j', (text) => {
    expect(() => parseNumber(text)).toThrow('It must be a number.')
  })
})

describe('parseCount', () => {
  it('takes whole numbers from 1 on', () => {
    expect(['1', '4000', '1e3'].map(parseCount)).toEqual([1, 4000, 1000])
  })

  it.each(['0', '-1', '1.5', '1e300'])('refuses %j', (text) => {
    expect(() => parseCount(text)).toThrow('It must be a whole number, 1 or more.')
  })
})
