import { describe, expect, it } from 'vitest'
import { chunkSource } from './chunk.js'

describe('chunkSource', () => {
  it.each<[string, string | null]>([
    ['# First\n\n# Second', 'First'],
    ['text\n\n## Two\n\n# One', 'One'],
    ['Under\nlined\n=====\n', 'Under lined'],
    ['#\n\n# **Bold** `code` [link](x)', 'Bold code link'],
    ['```\n# comment\n```\n', null],
    ['> # quoted\n\n- # listed', null],
    ['text\n\n### Three\n\n## Two', 'Three'],
    ['## Index\n\n## Two', null],
    ['Soup.\n\n## Ingredients', null],
    ['<h1 align="center">Named <img src="a.png"></h1>\n\n## Usage', 'Named'],
    ['<div>\n<h1>\n  <img alt="Logo" src="a.png">\n</h1></div>\n\n## Usage', 'Logo'],
    ['---\ntitle: Named\n---\n# Heading', 'Named'],
    ['---\nTitle: "[[notes/named|Named]]"\n---\n# Heading', 'Named'],
    ['---\ntitle: "{{title}}"\n---\n# Heading', 'Heading'],
    ['---\ntitle: 1984\n---\n', '1984'],
    ['---\ntitle:\n---\n# Heading', 'Heading'],
    ['---\ntitle: not closed\n\n# Heading', 'Heading'],
    ['# **\n\n# Other', 'Other'],
    ['', null],
    ['\uFEFF# Heading\r\n', 'Heading'],
  ])('finds the title of %j', (text, title) => {
    expect(chunkSource(text).title).toBe(title)
  })

  it('reads neither in code and plain text', () => {
    for (const format of ['code', 'text'] as const) {
      expect(chunkSource('---\ntitle: a\n---\n# b', { format })).toMatchObject({ title: null, metadata: {} })
    }
  })
})
