import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { searchResult } from './__fixtures__/search-result.js'
import { bestLine } from './locators.js'
import { renderGrep } from './paths.js'

const roots = [{ name: 'notes', path: join(process.cwd(), 'notes') }]
const style = { roots, isTerminal: false }

const text = '# Auth\n\nWe keep the token.\n\n\tThe refresh token rotates.\n'
const snippet = 'Auth · We keep the token. The refresh token rotates.'

function marked(...words: string[]) {
  const matches = words.map((word) => ({
    start: snippet.indexOf(word),
    end: snippet.indexOf(word) + word.length,
  }))
  return searchResult({ text, snippet, matches, startLine: 10, endLine: 14 })
}

describe('bestLine', () => {
  it('is the line with most of the different words of the query', () => {
    expect(bestLine(marked('token'))).toEqual({ line: 12, text: 'We keep the token.' })
    expect(bestLine(marked('refresh', 'token')).line).toBe(14)
    expect(bestLine(marked('Auth')).line).toBe(10)
  })

  it('is the line that the snippet has most of where no word matches, and never an empty one', () => {
    expect(bestLine({ ...marked(), snippet: 'The refresh token rotates.' }).line).toBe(14)
    expect(bestLine({ ...marked(), text: '\n\nx', snippet: '' })).toEqual({ line: 12, text: 'x' })
    expect(bestLine({ ...marked(), text: '' })).toEqual({ line: 10, text: '' })
  })
})

describe('renderGrep', () => {
  it('is a line for each result: path, line and text, as editors and fzf read it', () => {
    expect(renderGrep([marked('refresh'), marked('token')], style)).toBe(
      'notes/decisions/auth.md:14:The refresh token rotates.\nnotes/decisions/auth.md:12:We keep the token.\n',
    )
    expect(renderGrep([], style)).toBe('')
  })

  it('hands names as they are to programs, but not those that would look like two lines', () => {
    const results = [
      { ...marked('token'), path: 'a\u001b.md' },
      { ...marked('token'), path: 'b\nc.md' },
    ]
    expect(renderGrep(results, style)).toBe('notes/a\u001b.md:12:We keep the token.\n')
    expect(renderGrep(results, { ...style, isTerminal: true })).toBe(
      'notes/a\\u{1b}.md:12:We keep the token.\nnotes/b\\u{a}c.md:12:We keep the token.\n',
    )
  })
})
