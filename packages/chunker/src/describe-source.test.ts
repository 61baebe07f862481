import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunk, chunkSource } from './chunk.js'
import { describeSource } from './describe-source.js'

describe('describeSource', () => {
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
    expect(describeSource(text, 'markdown').title).toBe(title)
  })

  it('says the same together with the chunks', () => {
    const line = fc.constantFrom(
      '# One',
      '## Two',
      'Under',
      '====',
      '```',
      '> # quoted',
      '',
      'title: T',
      '---',
      'text',
    )
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('markdown', 'code', 'text'), (lines, format) => {
        const text = lines.join('\n')
        const { chunks, ...stated } = chunkSource(text, { format })
        expect(stated).toEqual(describeSource(text, format))
        expect(chunks).toEqual(chunk(text, { format }))
      }),
    )
  })

  it('gives the front matter', () => {
    expect(describeSource('---\ntags: [a, b]\ndone: true\n---\ntext')).toEqual({
      title: null,
      metadata: { tags: ['a', 'b'], done: true },
    })
  })

  it('reads neither in code and plain text', () => {
    for (const format of ['code', 'text'] as const) {
      expect(describeSource('---\ntitle: a\n---\n# b', format)).toEqual({ title: null, metadata: {} })
    }
  })
})
