import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { searchResult } from './__fixtures__/search-result.js'
import { bestLine } from './locators.js'
import { outputFormat, renderFiles, renderGrep } from './print-answer.js'

describe('outputFormat', () => {
  it.each([
    [{}, 'text'],
    [{ json: true }, 'json'],
    [{ json: true, format: 'json' as const, explain: true }, 'json'],
    [{ format: 'md' as const }, 'md'],
  ])('maps %j to %s', (flags, format) => {
    expect(outputFormat(flags)).toBe(format)
  })

  it.each([
    [{ json: true, format: 'md' as const }, '--json and --format md exclude each other'],
    [{ json: true, format: 'text' as const }, '--json and --format text exclude each other'],
    [{ explain: true, format: 'files' as const }, '--explain works with'],
  ])('refuses %j', (flags, message) => {
    expect(() => outputFormat(flags)).toThrow(message)
  })
})

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
  it('lists each file once, best first, as programs can open it', () => {
    const results = [
      { root: 'far', path: 'b.md' },
      { root: 'notes', path: 'a/b.md' },
      { root: 'far', path: 'b.md' },
      { root: 'here', path: '-rf' },
    ]
    expect(renderFiles(results, piped)).toBe('/far/away/b.md\nnotes/a/b.md\n./-rf\n')
    expect(renderFiles([], piped)).toBe('')
  })

  it('prints names unescaped for programs, except names with a line end; prints all for people', () => {
    expect(renderFiles(hostile, piped)).toBe('a\u001b[2J.md\n')
    const style = { ...piped, isTerminal: true }
    expect(renderFiles(hostile, style)).toBe('a\\u{1b}[2J.md\nb\\u{a}/etc/passwd\n')
  })
})

const text = '# Auth\n\nWe keep the token.\n\n\tThe refresh token rotates.\n'
const snippet = 'Auth · We keep the token. The refresh token rotates.'

function marked(...words: string[]) {
  const starts = words.map((word) => [snippet.indexOf(word), word.length] as const)
  const matches = starts.map(([start, length]) => ({ start, end: start + length }))
  return searchResult({ text, snippet, matches, startLine: 10, endLine: 14 })
}

describe('bestLine', () => {
  it('is the line with the largest number of distinct query words', () => {
    expect(bestLine(marked('token'))).toEqual({ line: 12, text: 'We keep the token.' })
    expect(bestLine(marked('refresh', 'token')).line).toBe(14)
    expect(bestLine(marked('Auth')).line).toBe(10)
  })

  it('is the main line of the snippet if no word matches, and never empty', () => {
    expect(bestLine({ ...marked(), snippet: 'The refresh token rotates.' }).line).toBe(14)
    expect(bestLine({ ...marked(), text: '\n\nx', snippet: '' })).toEqual({ line: 12, text: 'x' })
    expect(bestLine({ ...marked(), text: '' })).toEqual({ line: 10, text: '' })
  })
})

describe('renderGrep', () => {
  it('prints a line for each result: path, line and text, as editors and fzf read it', () => {
    expect(renderGrep([marked('refresh'), marked('token')], piped)).toBe(
      'notes/decisions/auth.md:14:The refresh token rotates.\nnotes/decisions/auth.md:12:We keep the token.\n',
    )
    expect(renderGrep([], piped)).toBe('')
  })

  it('prints names unescaped for programs, except names with a line end', () => {
    const results = [
      { ...marked('token'), path: 'a\u001b.md' },
      { ...marked('token'), path: 'b\nc.md' },
    ]
    expect(renderGrep(results, piped)).toBe('notes/a\u001b.md:12:We keep the token.\n')
    expect(renderGrep(results, { ...piped, isTerminal: true })).toBe(
      'notes/a\\u{1b}.md:12:We keep the token.\nnotes/b\\u{a}c.md:12:We keep the token.\n',
    )
  })
})
