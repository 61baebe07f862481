import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderFiles } from './paths.js'

const roots = [
  { name: 'notes', path: join(process.cwd(), 'notes') },
  { name: 'here', path: process.cwd() },
  { name: 'far', path: '/far/away' },
]

const piped = { roots, isTerminal: false }

const hostile = [
  { root: 'here', path: 'a\u001b[2J.md' },
  { root: 'here', path: 'b\n/etc/passwd' },
]

describe('renderFiles', () => {
  it('names each file once, best first, as programs open it from here', () => {
    const results = [
      { root: 'far', path: 'b.md' },
      { root: 'notes', path: 'a/b.md' },
      { root: 'far', path: 'b.md' },
      { root: 'here', path: '-rf' },
    ]
    expect(renderFiles(results, piped)).toBe('/far/away/b.md\nnotes/a/b.md\n./-rf\n')
    expect(renderFiles([], piped)).toBe('')
  })

  it('hands names as they are to programs, but not those that would look like two', () => {
    expect(renderFiles(hostile, piped)).toBe('a\u001b[2J.md\n')
  })

  it('shows people every name, and nothing that a terminal would obey', () => {
    const style = { ...piped, isTerminal: true }
    expect(renderFiles(hostile, style)).toBe('a\\u{1b}[2J.md\nb\\u{a}/etc/passwd\n')
  })
})
