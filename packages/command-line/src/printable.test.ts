import { describe, expect, it } from 'vitest'
import { printable } from './printable.js'

describe('printable', () => {
  it('shows what a terminal would obey', () => {
    expect(printable('a\u001b[2J\u202eb\n')).toBe('a\\u{1b}[2J\\u{202e}b\\u{a}')
  })

  it('keeps lines and tabs where they are wanted, and nothing else', () => {
    expect(printable('a\n\tb\r', { keepLines: true })).toBe('a\n\tb\\u{d}')
  })
})
