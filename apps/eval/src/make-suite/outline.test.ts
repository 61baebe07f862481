import { describe, expect, it } from 'vitest'
import { readOutline } from './outline.js'

function textsOf(text: string) {
  const lines = text.split('\n')
  const { firstLine, headings, paragraphs } = readOutline(lines)
  return {
    firstLine,
    headings: headings.map(({ source }) => source),
    paragraphs: paragraphs.map(({ stretches }) =>
      stretches.map(({ line, from, to }) => lines[line]?.slice(from, to)).join(' '),
    ),
  }
}

describe('readOutline', () => {
  it('finds headings of both syntaxes, with their lines', () => {
    const { headings } = readOutline(['# One ##', 'Two', '===', '', 'Three', '---', '####### no', '#no'])
    expect(headings).toEqual([
      { source: 'One', stretches: [{ line: 0, from: 0, to: 8 }] },
      {
        source: 'Two',
        stretches: [
          { line: 1, from: 0, to: 3 },
          { line: 2, from: 0, to: 3 },
        ],
      },
      {
        source: 'Three',
        stretches: [
          { line: 4, from: 0, to: 5 },
          { line: 5, from: 0, to: 3 },
        ],
      },
    ])
  })

  it('joins the lines of a paragraph and of an item, without marks', () => {
    const text = 'One\ntwo.\r\n\r\n- [ ] three\n  four\n- five\n\n  six\n\n12) seven\neight'
    expect(textsOf(text).paragraphs).toEqual(['One two.', 'three four', 'five', 'six', 'seven eight'])
  })

  it('has the number of headings before a paragraph, and whether it is a list item', () => {
    const { paragraphs } = readOutline(['a', '# b', 'c', '', '* d', '## e', 'f'])
    expect(paragraphs.map(({ section, isItem }) => [section, isItem])).toEqual([
      [0, false],
      [1, false],
      [1, true],
      [2, false],
    ])
  })

  it.each([
    ['front matter', '---\ntitle: x\n# no: heading\n---\n'],
    ['front matter after a byte order mark', '\uFEFF---\r\ntitle: x\r\n...\r\n'],
    ['fenced code', '```sh\n# a\n\nb\n```\n'],
    ['fenced code in fenced code', '~~~~\n~~~\na\n```\n~~~~\n'],
    ['indented code', '    a\n\tb\n'],
    ['a table', '| a | b |\n|---|---|\na | b\n'],
    ['a quote', '> a\n'],
    ['a rule', '***\n- - -\n'],
    ['HTML up to a blank line', '<div>\n# a\nb\n</div>\n'],
    ['where links and footnotes lead', '[a]: b\n[^1]: c\n'],
    ['a picture', '![a](b.png)\n'],
  ])('skips %s', (_, text) => {
    const { headings, paragraphs } = textsOf(`${text}\nwords`)
    expect([headings, paragraphs]).toEqual([[], ['words']])
  })

  it('treats unclosed front matter as text, and unclosed code as code', () => {
    expect(textsOf('---\n# a').firstLine).toBe(0)
    expect(textsOf('---\n# a').headings).toEqual(['a'])
    expect(textsOf('```\n# a').headings).toEqual([])
  })
})
