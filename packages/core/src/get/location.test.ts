import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineLocation, parseLocation } from './location.js'

const whole = { startLine: null, endLine: null, startColumn: null, endColumn: null }

describe('parseLocation', () => {
  it.each([
    ['notes/a.md', { path: 'notes/a.md', ...whole }],
    ['root:notes/a.md', { path: 'root:notes/a.md', ...whole }],
    ['a.md:12', { path: 'a.md', startLine: 12, endLine: 12, startColumn: null, endColumn: null }],
    ['a.md:12-34', { path: 'a.md', startLine: 12, endLine: 34, startColumn: null, endColumn: null }],
    ['r:a.md:12:5-14:80', { path: 'r:a.md', startLine: 12, endLine: 14, startColumn: 5, endColumn: 80 }],
    ['a.md:7:3-7:9', { path: 'a.md', startLine: 7, endLine: 7, startColumn: 3, endColumn: 9 }],
    [
      '2026-01-02.md:3',
      { path: '2026-01-02.md', startLine: 3, endLine: 3, startColumn: null, endColumn: null },
    ],
  ])('reads %s', (text, location) => {
    expect(parseLocation(text)).toEqual(location)
  })

  it.each(['a.md:0', 'a.md:5-4', 'a.md:3:0', 'a.md:3:9-3:2'])('refuses %s, which is no span', (text) => {
    expect(() => parseLocation(text)).toThrow(expect.objectContaining({ code: 'SPAN_INVALID' }))
  })

  it('reads back every span as it is written', () => {
    const position = fc.integer({ min: 1, max: 9999 })
    fc.assert(
      fc.property(position, fc.nat(50), position, position, (startLine, more, startColumn, endColumn) => {
        const endLine = startLine + more + 1
        const text = `r:x/y.md:${startLine}:${startColumn}-${endLine}:${endColumn}`
        expect(parseLocation(text)).toEqual({ path: 'r:x/y.md', startLine, endLine, startColumn, endColumn })
      }),
    )
  })
})

describe('lineLocation', () => {
  it('takes the path as it is', () => {
    const columns = { startColumn: null, endColumn: null }
    expect(lineLocation({ path: 'a.md:3-4' })).toEqual({
      path: 'a.md:3-4',
      startLine: 1,
      endLine: Infinity,
      ...columns,
    })
    expect(lineLocation({ path: 'a.md', from: 3 })).toEqual({
      path: 'a.md',
      startLine: 3,
      endLine: Infinity,
      ...columns,
    })
    expect(lineLocation({ path: 'a.md', from: 3, lines: 2 })).toEqual({
      path: 'a.md',
      startLine: 3,
      endLine: 4,
      ...columns,
    })
  })
})
