import { describe, expect, it } from 'vitest'
import { sliceSpan } from './span.js'

const lines = ['first line', 'second', '', 'last line']

describe('sliceSpan', () => {
  it.each([
    [{ startLine: 1, endLine: 4, startColumn: null, endColumn: null }, lines.join('\n')],
    [{ startLine: 2, endLine: 2, startColumn: null, endColumn: null }, 'second'],
    [{ startLine: 1, endLine: 2, startColumn: 7, endColumn: 3 }, 'line\nsec'],
    [{ startLine: 1, endLine: 1, startColumn: 7, endColumn: 8 }, 'li'],
    [{ startLine: 1, endLine: 1, startColumn: 1, endColumn: 1 }, 'f'],
    [{ startLine: 4, endLine: 9, startColumn: 6, endColumn: 99 }, 'line'],
    [{ startLine: 9, endLine: 9, startColumn: 1, endColumn: 1 }, ''],
  ])('slices %j', (span, text) => {
    expect(sliceSpan(lines, span)).toBe(text)
  })
})
