import { describe, expect, it } from 'vitest'
import { chunk, chunkSource } from './chunk.js'

describe('chunkSource', () => {
  it.each<[string, string | null]>([
    ['# First\n\n# Second', 'First'],
    ['text\n\n## Two\n\n# One', 'One'],
    ['Under\nlined\n=====\n', 'Under lined'],
    ['#\n\n# **Bold** `code` [link](x)', 'Bold code link'],
    ['```\n# comment\n```\n', null],
    ['> # quoted\n\n- # listed', null],
    ['---\ntitle: Named\n---\n# Heading', 'Named'],
    ['---\ntitle: 1984\n---\n', '1984'],
    ['---\ntitle:\n---\n# Heading', 'Heading'],
    ['---\ntitle: not closed\n\n# Heading', 'Heading'],
    ['---\ntitle:\n---\n\n  # Behind it #\n===\n\n# Other', 'Behind it'],
    ['    # code\n\n# Heading', 'Heading'],
    ['# **\n\n# Other', 'Other'],
    ['#\tTab', 'Tab'],
    ['#no\n\n# Heading', 'Heading'],
    ['', null],
    ['\uFEFF# Heading\r\n', 'Heading'],
  ])('finds the title of %j', (text, title) => {
    expect(chunkSource(text).title).toBe(title)
  })

  it('has the chunks that `chunk` gives', () => {
    expect(chunkSource('# One\n\ntext').chunks).toEqual(chunk('# One\n\ntext'))
  })

  it('gives the front matter', () => {
    expect(chunkSource('---\ntags: [a, b]\ndone: true\n---\ntext')).toMatchObject({
      title: null,
      metadata: { tags: ['a', 'b'], done: true },
    })
  })

  it('reads neither in code and plain text', () => {
    for (const format of ['code', 'text'] as const) {
      expect(chunkSource('---\ntitle: a\n---\n# b', { format })).toMatchObject({ title: null, metadata: {} })
    }
  })
})
