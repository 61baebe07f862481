import { describe, expect, it } from 'vitest'
import { chunk, type Chunk } from './chunk.js'
import type { ChunkOptions } from './options.js'

/** `words(3)` is a sentence of three tokens and its full stop. */
function words(count: number): string {
  return `${Array.from({ length: count }, (_, index) => `w${'abcde'.charAt(index % 5)}`).join(' ')}.`
}

function summary({ startLine, endLine, heading }: Chunk): string {
  return `${startLine}-${endLine} ${heading.join(' > ')}`.trim()
}

function cut(lines: readonly string[], options?: ChunkOptions): string[] {
  return chunk(lines.join('\n'), { overlap: 0, ...options }).map(summary)
}

describe('chunk of Markdown', () => {
  it('returns nothing for an empty text', () => {
    for (const text of ['', '\n\n', ' \t\r\n', '\uFEFF', '---\n# nothing\n---\n\n'])
      expect(chunk(text)).toEqual([])
  })

  it('returns a small document as one chunk, without blank lines around it', () => {
    expect(chunk('\n\n# Title\n\nText.\n\n')).toEqual([
      {
        startLine: 3,
        endLine: 5,
        startColumn: null,
        endColumn: null,
        heading: ['Title'],
        sections: ['Title'],
        text: '# Title\n\nText.',
        tokens: 4,
        tables: [],
      },
    ])
  })

  it('A12: cuts at headings and returns the path of each section', () => {
    const lines = ['# A', words(20), '## B', words(20), '### C', words(20), '## D', words(20)]
    expect(cut(lines, { target: 40 })).toEqual(['1-2 A', '3-4 A > B', '5-6 A > B > C', '7-8 A > D'])
  })

  it('joins small sections, under the path of the first content', () => {
    const lines = ['# A', '## B', 'One one.', '## C', 'Two two.', '## D', words(90)]
    expect(cut(lines, { target: 100 })).toEqual(['1-5 A > B', '6-7 A > D'])
  })

  it('names all sections that a chunk overlaps, for any path', () => {
    const lines = [
      '# A',
      '## B',
      'One one.',
      '## C',
      'Two two.',
      '## D',
      words(90),
      words(90),
      '# A',
      'Three.',
    ]
    const sections = chunk(lines.join('\n'), { target: 100, overlap: 0 }).map((each) => each.sections)
    expect(sections).toEqual([['A', 'B', 'C'], ['A', 'D'], ['A', 'D'], ['A']])
  })

  it('keeps a heading with the text below it', () => {
    const lines = [words(50), '', words(30), '', '## B', words(40), words(40)]
    expect(cut(lines, { target: 84 })).toEqual(['1-3', '5-6 B', '7-7 B'])
  })

  it('joins headings at the end with the content before', () => {
    const lines = ['# A', words(30), '# B', '## C']
    expect(cut(lines, { target: 40 })).toEqual(['1-4 A'])
    expect(cut(lines, { target: 32 })).toEqual(['1-2 A', '2-4 A'])
  })

  it('lets headings at the end exceed the target if the content before cannot be divided', () => {
    const [only, ...rest] = chunk(['```', words(20), '```', '# B', '## C'].join('\n'), {
      target: 30,
      overlap: 0,
    })
    expect(only).toMatchObject({ startLine: 1, endLine: 5, tokens: 3 + 21 + 3 + 2 + 3 })
    expect(rest).toEqual([])
  })

  it('cuts a document that contains only headings where it must', () => {
    expect(cut(['# A', '## B', '## C', '# D'], { target: 7 })).toEqual(['1-2 A > B', '3-4 D'])
  })

  it('does not treat headings in quotes, lists and code as sections', () => {
    const lines = ['# A', '> # quoted', '- # listed', '', '```', '# code', '```', '    # indented', words(20)]
    expect(cut(lines)).toEqual(['1-9 A'])
  })

  it('A12: moves a fence that fits to the next chunk as a whole', () => {
    const fence = ['```', words(20), '', words(20), '```']
    expect(cut([words(10), '', ...fence, '', words(10)], { target: 55 })).toEqual(['1-1', '3-7', '9-9'])
    expect(cut(['# A', ...fence], { target: 52 })).toEqual(['1-6 A'])
  })

  it('cuts a fence that does not fit between parts of its code', () => {
    const fence = [
      '```',
      'function a() {',
      `  ${words(20)}`,
      '}',
      '',
      'function b() {',
      `  ${words(20)}`,
      '}',
      '```',
    ]
    expect(cut(fence, { target: 45 })).toEqual(['1-4', '6-9'])
  })

  it('keeps a table together, and cuts one that does not fit between rows', () => {
    const table = ['| a | b |', '|---|---|', '| one | two |', '| three | four |']
    expect(cut([words(20), '', ...table], { target: 40 })).toEqual(['1-1', '3-6'])
    expect(cut(table, { target: 20 })).toEqual(['1-3', '4-4'])
  })

  it('cuts lists before outer items rather than inner ones', () => {
    const list = [
      `- ${words(10)}`,
      `  - ${words(10)}`,
      `- ${words(10)}`,
      `  - ${words(10)}`,
      `  - ${words(10)}`,
    ]
    expect(cut(list, { target: 46 })).toEqual(['1-2', '3-5'])
  })

  it('cuts a long line at sentences, and returns the columns', () => {
    const line = `${words(20)} ${words(20)}  ${words(20)} `
    const [first, second, ...rest] = chunk(line, { target: 45, overlap: 0 })
    const end = `${words(20)} ${words(20)}`.length
    expect(first).toMatchObject({ startLine: 1, endLine: 1, startColumn: 1, endColumn: end })
    expect(second).toMatchObject({
      startColumn: end + '  '.length + 1,
      endColumn: line.length,
      text: `${words(20)} `,
    })
    expect(rest).toEqual([])
  })

  it('returns front matter without text as a chunk of its lines', () => {
    expect(chunk('---\nyear: 1982\n---\n\n')).toMatchObject([
      { startLine: 1, endLine: 3, heading: [], text: '---\nyear: 1982\n---' },
    ])
  })

  it.each([
    ['---\nyear: 1982\nkey: a\nfilm: Jaws\n---', '---\nyear: 1982\n\nfilm: Jaws\n---'],
    ['---\nkey:\n- a\n- b\nyear: 1982\n---', '---\n\n\n\nyear: 1982\n---'],
    ['---\nkey:\n  of: b\n\n  to: c\n"year": 1982\n---', '---\n\n\n\n\n"year": 1982\n---'],
    ['---\nsite:\n  key: >\n    long\n  year: 1982\n---', '---\nsite:\n\n\n  year: 1982\n---'],
    ['+++\nkey = "a"\nyear = 1982\n+++', '+++\n\nyear = 1982\n+++'],
    ['---\nkey: true\n---', '---\nkey: true\n---'],
  ])('leaves withheld properties out of %j', (text, expected) => {
    const isWithheld = (key: string, value: string) => key === 'key' && value !== 'true'
    const [only, ...others] = chunk(text, { isWithheld })
    expect(only).toMatchObject({ startLine: 1, endLine: text.split('\n').length, text: expected })
    expect(others).toEqual([])
  })

  it('leaves the front matter out, and reads one that is not closed as text', () => {
    expect(cut(['---', 'title: T', '---', 'text'])).toEqual(['4-4'])
    expect(cut(['---', 'title: T', 'text'])).toEqual(['1-3'])
  })

  it('repeats the end of a chunk in the next one, within its section', () => {
    const paragraphs = Array.from({ length: 6 }, () => [words(10), '']).flat()
    const lines = ['# A', '', ...paragraphs, '# B', '', words(20)]
    expect(cut(lines, { target: 40, overlap: 12 })).toEqual(['1-7 A', '7-11 A', '11-13 A', '15-17 B'])
  })

  it('repeats a sentence of a long line', () => {
    const sentences = Array.from({ length: 6 }, () => words(10))
    const chunks = chunk(sentences.join(' '), { target: 35, overlap: 12 })
    expect(chunks.map(({ text }) => text.split('. ').length)).toEqual([3, 3, 2])
  })

  it('cuts Chinese at its sentences', () => {
    const sentence = `${'检索'.repeat(10)}。`
    const chunks = chunk(sentence.repeat(6), { target: 50, overlap: 0 })
    expect(chunks.map(({ text }) => text)).toEqual(Array.from({ length: 3 }, () => sentence.repeat(2)))
  })
})

describe('chunk of code', () => {
  it('keeps a definition with the comment above it', () => {
    const define = (name: string): string[] => [
      `// ${words(5)}`,
      `function ${name}() {`,
      `  ${words(20)}`,
      '}',
      '',
    ]
    const lines = [...define('a'), ...define('b'), ...define('c')]
    expect(cut(lines, { format: 'code', target: 45 })).toEqual(['1-4', '6-9', '11-14'])
  })
})

describe('chunk of plain text', () => {
  it('cuts between paragraphs', () => {
    const lines = [words(20), words(20), '', words(20), '# no heading', words(10)]
    expect(cut(lines, { format: 'text', target: 60 })).toEqual(['1-2', '4-6'])
  })
})
