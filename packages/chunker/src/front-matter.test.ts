import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frontMatterEnd, frontMatterOf } from './front-matter.js'

function read(...lines: string[]): Record<string, unknown> {
  return frontMatterOf(['---', ...lines, '---', 'text']).metadata
}

describe('readFrontMatter', () => {
  it.each<[string, unknown]>([
    ['plain words', 'plain words'],
    ['https://example.org/#part', 'https://example.org/#part'],
    ['words # comment', 'words'],
    ['"quoted # no comment"', 'quoted # no comment'],
    ['"with \\"escapes\\" \\u00e9\\n" # comment', 'with "escapes" é\n'],
    ["'it''s'", "it's"],
    ['"unclosed', '"unclosed'],
    ['"closed" and more', '"closed" and more'],
    ['', null],
    ['true', true],
    ['yes', 'yes'],
    ['42', 42],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['007', '007'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e999', '1e999'],
    ['2026-01-31', '2026-01-31'],
    ['[]', []],
    ['[a, "b, c", 3, true, ]', ['a', 'b, c', 3, true, null]],
    ['[a, b] # comment', ['a', 'b']],
    ['[[a], b]', '[[a], b]'],
    ['{a: 1}', '{a: 1}'],
    ['[unclosed, list', '[unclosed, list'],
  ])('reads the value %j', (source, value) => {
    expect(read(`key: ${source}`)).toEqual({ key: value })
  })

  it('reads lists with one item per line, indented or not', () => {
    expect(read('tags:', '- one', '- 2', 'more:', '  - "three"', '', '  - four')).toEqual({
      tags: ['one', 2],
      more: ['three', 'four'],
    })
  })

  it('reads an inline list that spans several lines', () => {
    expect(read('tags: [one,', '  two]')).toEqual({ tags: ['one', 'two'] })
  })

  it('reads literal and folded text', () => {
    expect(
      read('literal: |', '  one', '    two', '', '  three', 'folded: >-', '  one', '  two', '', '  three'),
    ).toEqual({
      literal: 'one\n  two\n\nthree',
      folded: 'one two\nthree',
    })
  })

  it('reads nested keys, with lists, texts and keys', () => {
    expect(
      read(
        'env:',
        '  sim: real # or not',
        '  # a comment',
        '  deep:',
        '    a: 1',
        '    tags:',
        '    - x',
        '  note: |',
        '    b: 2',
        'next: true',
      ),
    ).toEqual({ env: { sim: 'real', deep: { a: 1, tags: ['x'] }, note: 'b: 2' }, next: true })
    expect(read('env:', '', '  # first', '', '  __proto__: 1')).toEqual({
      env: Object.fromEntries([['__proto__', 1]]),
    })
  })

  it('keeps other values as written', () => {
    expect(
      read(
        'people:',
        '  - name: Ann',
        '    role: boss',
        'twice:',
        '  a: 1',
        '  a: 2',
        'text:',
        '  a',
        '  b: 1',
      ),
    ).toEqual({ people: '- name: Ann\n  role: boss', twice: 'a: 1\na: 2', text: 'a\nb: 1' })
  })

  it('reads ten levels of keys, and keeps deeper ones as written', () => {
    const lines = Array.from({ length: 400 }, (_, level) => `${' '.repeat(level)}k:`)
    const paths = JSON.stringify(read(...lines.slice(0, 12))).match(/\{"k":/g)
    expect(paths).toHaveLength(10)
    expect(JSON.stringify(read(...lines)).match(/\{"k":/g)).toHaveLength(10)
  })

  it('keeps lines without a key with the key above', () => {
    expect(read('title: one', 'two', 'next: 3')).toEqual({ title: 'one two', next: 3 })
  })

  it('reads quoted and odd keys, and leaves comments out', () => {
    expect(read('# comment', '"a key": 1', "'b': 2", 'with space : 3', '__proto__: 4')).toEqual(
      Object.fromEntries([
        ['a key', 1],
        ['b', 2],
        ['with space', 3],
        ['__proto__', 4],
      ]),
    )
  })

  it('is empty for a document without front matter', () => {
    expect(frontMatterOf(['key: value']).metadata).toEqual({})
    expect(frontMatterOf([]).metadata).toEqual({})
  })

  it('loses no word of a value', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    const line = fc.tuple(
      fc.constantFrom('', '  ', '- ', '  - ', '    '),
      word,
      fc.constantFrom('', ':', ',', ' ['),
    )
    fc.assert(
      fc.property(word, fc.array(line), (key, parts) => {
        const below = parts.map(([indent, text, end]) => indent + text + end)
        const document = ['---', `${key}: first`, ...below, '---']
        fc.pre(new Set([key, ...parts.map(([, text]) => text)]).size === parts.length + 1)
        expect(frontMatterEnd(document)).toBe(document.length)
        const held = JSON.stringify(frontMatterOf(document).metadata)
        for (const [, text] of parts) expect(held).toContain(text)
      }),
    )
  })
})

describe('front matter in other forms', () => {
  const toml = ['title = "Mill"', 'date = 2026-03-04', 'seen = 2026-03-04T05:06:07Z', 'tags = ["a", "b"]']
  const more = ['[extra]', 'id = 12345678901234567890', 'at = [[1], { b = 2 }]']
  const expected = {
    title: 'Mill',
    date: '2026-03-04',
    seen: '2026-03-04T05:06:07.000Z',
    tags: ['a', 'b'],
    extra: { id: '12345678901234567890', at: [[1], { b: 2 }] },
  }
  const json = JSON.stringify({ title: 'Mill', tags: ['a', null, 2], extra: { deep: true } }, null, 2)

  it.each([
    ['TOML', ['+++', ...toml, ...more, '+++', 'text'], expected],
    ['named TOML', ['---toml', ...toml, ...more, '---'], expected],
    ['JSON', [...json.split('\n'), 'text'], JSON.parse(json)],
    ['JSON between marks', [';;;', ...json.split('\n'), ';;;'], JSON.parse(json)],
    ['JSON without braces', [';;;', '"a": 1', ';;;'], { a: 1 }],
    ['named JSON', ['---json', json, '---'], JSON.parse(json)],
    ['YAML without spaces', ['---', 'title:Mill', 'at:', '  b:2', '---'], { title: 'Mill', at: { b: 2 } }],
  ])('is read: %s', (_, lines, metadata) => expect(frontMatterOf(lines).metadata).toEqual(metadata))

  it('is text if it cannot be read, which is reported for marked forms only', () => {
    for (const lines of [
      ['+++', 'title Mill', '+++'],
      [';;;', 'title', ';;;'],
      ['---json', '{', '---'],
    ])
      expect(frontMatterOf(lines)).toEqual({ end: 0, metadata: {}, isUnread: true })
    for (const lines of [['{', 'title', '}'], ['---', 'text', '---'], ['+++', 'a = 1'], []])
      expect(frontMatterOf(lines)).toEqual({ end: 0, metadata: {}, isUnread: false })
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    expect(frontMatterOf(['---json', deep, '---']).isUnread).toBe(true)
  })
})

describe('frontMatterEnd', () => {
  it.each<[string, string[], number]>([
    ['closed by ---', ['---', 'a: 1', '---', 'text'], 3],
    ['closed by ...', ['--- ', 'a: 1', '... ', 'text'], 3],
    ['empty', ['---', '---'], 2],
    ['with blank lines and comments', ['---', '', '# c', 'a: 1', '', 'b: 2', '---'], 7],
    ['not closed', ['---', 'a: 1', 'text'], 0],
    ['below blank lines and comments', ['', '<!-- a', 'b -->', '---', 'a: 1', '---'], 6],
    ['not at the start', ['text', '---', 'a: 1', '---'], 0],
    ['without spaces after keys', ['---', 'a:1', 'b-c:"d"', '---', ''], 4],
    ['with an address that is no key', ['---', 'https://example.org', '---'], 0],
    ['in TOML', ['+++', 'a = 1', '', '+++'], 4],
    ['in TOML that is not closed', ['+++', 'a = 1'], 0],
    ['in TOML that cannot be read', ['+++', 'a 1', '+++'], 0],
    ['in JSON', ['{', '"a": {', '}', '}', ''], 0],
    ['in JSON of one line', ['{"a": 1}', 'text'], 1],
    ['in a template', ['{% raw %}', 'text', '}'], 0],
    ['two rules around text', ['---', 'Some text', '---'], 0],
    ['two rules around text after a colon', ['---', 'Note: this', '', 'Some text', '---'], 0],
    ['two rules around a list', ['---', '- item', '---'], 0],
    ['in an empty document', [], 0],
  ])('finds the end of front matter %s', (_, lines, end) => {
    expect(frontMatterEnd(lines)).toBe(end)
  })
})
