import { describe, expect, it } from 'vitest'
import { headingTitle } from './heading-title.js'

describe('headingTitle', () => {
  it.each([
    ['Plain', 'Plain'],
    ['**Bold** and `code`', 'Bold and code'],
    ['[link](https://example.org) ![image](a.png)', 'link image'],
    ['[reference][1] [open', '[reference][1] [open'],
    ['snake_case \\# \\* a\\b', 'snake_case # * a\\b'],
    ['  two\n  lines\t', 'two lines'],
    ['', ''],
  ])('makes plain text of %j', (source, title) => {
    expect(headingTitle(source)).toBe(title)
  })

  it('cuts a long title without parting a character', () => {
    expect(headingTitle('x'.repeat(1e6))).toBe(`${'x'.repeat(200)}…`)
    expect(headingTitle(`x${'😀'.repeat(200)}`).isWellFormed()).toBe(true)
  })
})
