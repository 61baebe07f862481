import { describe, expect, it } from 'vitest'
import { printable, terminalSafe } from './printable.js'

describe('printable', () => {
  it('shows what a terminal would obey', () => {
    expect(printable('a\u001b[2J\u202eb\n')).toBe('a\\u{1b}[2J\\u{202e}b\\u{a}')
  })

  it('shows what is not seen', () => {
    expect(printable('Ship it.\u{e0049}')).toBe('Ship it.\\u{e0049}')
    expect(terminalSafe('Ship it.\u{e0049}')).toBe('Ship it.\\u{e0049}')
  })

  it('keeps lines and tabs where they are wanted, and nothing else', () => {
    expect(printable('a\n\tb\r', { keepLines: true })).toBe('a\n\tb\\u{d}')
  })

  it('does not make a sight of how lines end', () => {
    expect(printable('a\r\nb', { keepLines: true })).toBe('a\nb')
    expect(printable('a\r\nb')).toBe('a\\u{d}\\u{a}b')
  })
})

describe('terminalSafe', () => {
  it('keeps colours, lines and tabs, and nothing else', () => {
    const coloured = '\u001b[1m\u001b[33mword\u001b[39m\u001b[22m\tnext\n'
    expect(terminalSafe(coloured)).toBe(coloured)
    expect(terminalSafe('\u001b[2J\u001b]0;t\u0007\u009b1m\r\u202e')).toBe(
      '\\u{1b}[2J\\u{1b}]0;t\\u{7}\\u{9b}1m\\u{d}\\u{202e}',
    )
  })
})
