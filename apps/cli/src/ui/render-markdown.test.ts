import fc from 'fast-check'
import type { MarkdownElement, MarkdownNode } from '@recallite/ui/api'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './render-markdown.js'

const render = (text: string, part: object = {}) =>
  renderMarkdown(text, { line: 1, isRead: true, anchor: '', title: '', ...part })

const isElement = (node: MarkdownNode): node is MarkdownElement => typeof node !== 'string'

/** All elements in a tree. */
const elementsOf = (nodes: readonly MarkdownNode[]): MarkdownElement[] =>
  nodes.filter(isElement).flatMap((node) => [node, ...elementsOf(node.children ?? [])])

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (isElement(node) ? textOf(node.children ?? []) : node)).join('')

/** Elements as short texts, such as `a href=…`. */
const described = (text: string) =>
  elementsOf(render(text).nodes).map(({ tag, href, to, src }) =>
    [tag, href, to, src].filter((part) => part !== undefined).join(' '),
  )

describe('a rendered note', () => {
  it('consists of the elements of Markdown, with the lines of its blocks', () => {
    const note =
      '---\ntags: [a]\n---\n# Title\n\n- one **bold**\n- two `code`\n\n3. third\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```js\nlet x\n```\n\n> quote\n'
    const { nodes, outline } = render(note)
    expect(nodes).toMatchObject([
      { tag: 'h2', line: 4, children: ['Title'] },
      {
        tag: 'ul',
        children: [
          { tag: 'li', line: 6, children: ['one ', { tag: 'strong', children: ['bold'] }] },
          { tag: 'li', line: 7 },
        ],
      },
      { tag: 'ol', children: [{ tag: 'li', line: 9, value: 3, children: ['third'] }] },
      {
        tag: 'table',
        children: [
          { tag: 'thead' },
          { tag: 'tbody', children: [{ tag: 'tr', children: [{}, { align: 'right' }] }] },
        ],
      },
      { tag: 'pre', line: 16, children: ['let x\n'] },
      { tag: 'blockquote', line: 19 },
    ])
    expect(outline).toEqual([{ level: 2, text: 'Title', line: 4 }])
  })

  it('has no heading that repeats the title, and never skips a level of headings', () => {
    const { nodes, outline: others } = render('# A\n\n## B\n\n# A\n', { title: 'A' })
    expect([nodes.length, others.map(({ level, text }) => `${level} ${text}`)]).toEqual([2, ['2 B', '2 A']])
    const { outline } = render('# A\n\n#### B\n\n###### C\n\n## D\n\n##### *E*\n')
    expect(outline.map(({ level, text }) => `${level} ${text}`)).toEqual(['2 A', '3 B', '4 C', '3 D', '4 E'])
  })

  it('has links to the web and into the memory', () => {
    expect(
      described('[a](https://x.example/b) <https://c.example> https://d.example [m](mailto:a@b.example)'),
    ).toEqual([
      'p',
      'a https://x.example/b',
      'a https://c.example',
      'a https://d.example',
      'a mailto:a@b.example',
    ])
    expect(described('[a](b%20c.md#d) [e](../f.md) [g](/h.md) [i](#j) [[k#l|m]] [[n]]')).toEqual([
      'p',
      'a ./b c.md#d',
      'a ../f.md',
      'a /h.md',
      'a #j',
      'a k#l',
      'a n',
    ])
    expect(textOf(render('[[k#l|m]] and [[n]]').nodes)).toBe('m and n')
  })

  it('has images of its folder, and links to others', () => {
    expect(
      described(
        '![a](b%20c.png) ![[d.JPG]] ![e](http://f.example/g.png) ![h](i.svg) ![[j.svg]] ![k](data:image/png;base64,AAAA)',
      ),
    ).toEqual(['p', 'img b c.png', 'img d.JPG', 'a http://f.example/g.png', 'span', 'a j.svg', 'span'])
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](<java\u0001script:alert(1)>)',
    '[x](&#106;avascript:alert(1))',
    '[x](javascript&colon;alert(1))',
    '<javascript:alert(1)>',
    '[[javascript:alert(1)]]',
    '[[ javascript:alert(1)|x]]',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](\\\\evil.example)',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg>)',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](blob:y)',
    '[x](http:)',
    '[x](https://)',
  ])('has no link for %j', (text) => {
    expect(
      elementsOf(render(text).nodes).filter(({ href, src }) => href !== undefined || src !== undefined),
    ).toEqual([])
    expect(elementsOf(render(text).nodes).filter(({ to = '' }) => /^\W*\w+:/u.test(to))).toEqual([])
  })

  it('is not deeper than browsers can display, and keeps its text', () => {
    const { nodes } = render(`${'**'.repeat(9000)}deep${'**'.repeat(9000)}\n\n${'> '.repeat(90)}quoted`)
    expect(JSON.stringify(nodes).length).toBeGreaterThan(0)
    expect(textOf(nodes)).toContain('deep')
    expect(textOf(nodes)).toContain('quoted')
  })

  it('shows HTML as text', () => {
    for (const html of [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '# a <svg onload=alert(1)>',
      'a <b>c</b>',
      '<!-- d -->',
    ]) {
      expect(textOf(render(html).nodes).replaceAll(/^/gu, '')).toBe(html.replace('# ', ''))
      expect(described(html).filter((each) => !/^(?:p|h2)$/u.test(each))).toEqual([])
    }
  })

  it('consists, whatever its text is, only of known tags and allowed addresses, and ends', () => {
    const tags = new Set(
      'p h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s br hr table thead tbody tr th td a img span'.split(
        ' ',
      ),
    )
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '![',
      '[[',
      ']]',
      '|',
      '<',
      '>',
      'javascript:',
      'https://a.example',
      'data:',
      '*',
      '_',
      '`',
      '#',
      '- ',
      '1. ',
      '> ',
      '\n',
      '\n\n',
      '&#106;',
      '\\',
      '\t',
      '    ',
      '|---|',
      'x',
      '.png',
      '\u0001',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(20), (pieces, line) => {
        for (const { tag, href, to } of elementsOf(render(pieces.join(''), { line }).nodes)) {
          expect(tags).toContain(tag)
          expect(href ?? 'https://').toMatch(/^(?:https?:\/\/|mailto:)/iu)
          expect(to ?? '').not.toMatch(/^\s*(?:[a-z][a-z\d+.-]*:|[/\\]{2})/iu)
        }
      }),
      // A heading in a quotation is not the title of the note.
      { examples: [[['>', '#'], 0]] },
    )
  })
})

describe('the parts of a note', () => {
  const words = Array.from({ length: 3000 }, (_, number) => `word${number}`)

  it.each([
    ['paragraphs', words.join('\n\n')],
    ['one paragraph', words.join('\n')],
    ['one list', words.map((word) => `- ${word}`).join('\n')],
    ['one block of code', `\`\`\`\n${words.join('\n')}\n\`\`\`\n`],
    ['indented code', words.map((word) => `    ${word}`).join('\n')],
    ['one table', `| a |\n|---|\n${words.map((word) => `| ${word} |`).join('\n')}`],
    ['quotes', words.map((word) => `> ${word}`).join('\n')],
  ])('of %s have each line once', (_, note) => {
    const found: string[] = []
    const lines = note.trimEnd().split('\n').length
    for (let from = 1; from <= lines;) {
      const { nodes, to } = render(note, { line: from, isRead: false })
      found.push(
        ...textOf(nodes)
          .replaceAll('word', ' word')
          .split(/[^\w]+/u)
          .filter((word) => /^word\d+$/u.test(word)),
      )
      from = to + 1
    }
    expect(found.length).toBe(words.length)
    expect(found.filter((word, index) => word !== words[index])).toEqual([])
  })

  it('end earlier if lines are long, and no text is lost in a very long one', () => {
    const long = `${'x'.repeat(90_000)} **end**`
    const { to, nodes } = render([long, '', long, '', long].join('\n'))
    expect(to).toBeLessThan(5)
    expect(textOf(nodes)).toContain('end')
  })
})
