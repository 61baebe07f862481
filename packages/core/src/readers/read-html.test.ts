import { chunkSource, splitLines } from '@recallite/chunker'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHtml } from './read-html.js'

const html = { isXml: false }

async function textOf(page: string, options = html): Promise<string> {
  return (await readHtml(page, options)).text
}

describe('readHtml', () => {
  it.each<[string, string, string]>([
    ['headings', '<h1>One <b>bold</b></h1>\n<h3 id=x>\n  Three\n</h3>', '# One bold\n\n### Three\n\n'],
    ['a heading on two lines', '<h2>One\nTwo</h2>\n<p>x', '## One\nTwo\nx'],
    ['a heading that shares its line', '<h2>One</h2><p>text', 'One text'],
    ['a heading that ends in marks', '<h1>C #</h1>', '# C \\#'],
    ['lists', '<ul>\n<li>a\n<li><ol><li>b</ol>\n<li></li>\n</ul>c', '\n- a\n- b\n\nc'],
    ['a list on one line', '<ul><li>a</li><li>b</li></ul>', '- a - b'],
    ['tables', '<tr><th>a</th><th>b</th></tr><tr><td>1<td>2', 'a | b || 1 | 2'],
    ['preformatted text', '<pre>\n  # a\n\tb </pre>', '\n  \\# a\n\tb'],
    [
      'entities',
      'a&amp;b &lt;p&gt; caf&eacute; &#x6e2f; x&nbsp;y &unknown;',
      'a&b <p> café 港 x y &unknown;',
    ],
    ['white space', '  a \t b<br>c<p>d<span>e</span>', 'a b c de'],
    ['alternative texts', 'a<img alt="of\ntwo">b<img alt=&lt;c>', 'a of\ntwo b <c'],
    [
      'what is not to be seen',
      '<script>a<b</script>b<style>c</style><template>d<template>e</template></template><noscript>f</noscript><!--g-->h',
      'bh',
    ],
    ['character data', 'a<![CDATA[ b<c ]]>d', 'a b<c d'],
    ['an unclosed comment', 'a<!-- b', 'a'],
    ['unclosed character data', 'a<![CDATA[b', 'a'],
    ['an open tag', 'a<b c="d', 'a'],
    ['an unclosed script', 'a<script>b\nc', 'a\n\n'],
    ['text that is not a tag', 'a < b <3 </', 'a < b <3 </'],
    ['a line end as an entity', '<pre>a&#10;b</pre>\nc', 'a b\nc'],
    ['a byte order mark', '\uFEFF<p>a', 'a'],
    ['pictures with words', '<svg><title>t</title><style/><text>a</text></svg>', 't a'],
    ['NUL', 'a\0b', 'a\0b'],
    ['nothing', '', ''],
    ['blank lines and Windows line ends', '\r\n<p>a</p>\r\n<br>', '\na\n\n'],
  ])('A20: reads %s', async (_, page, text) => {
    expect(await textOf(page)).toBe(text)
  })

  it.each([
    ['<title>A &amp;\n B</title><h1>C</h1>', 'A & B'],
    ['<title> </title><h1>C <i>d</i></h1>', null],
    ['<svg><title>no</title></svg>', null],
    ['<p>a', null],
    ['<title>open', 'open'],
    [`<title>${'a'.repeat(300)}`, `${'a'.repeat(200)}…`],
  ])('returns the title of %s', async (page, title) => {
    expect((await readHtml(page, html)).title).toBe(title)
  })

  it('lets any element of XHTML close itself, and no other', async () => {
    const page = '<title/><script src="a"/><p>text</p>'
    expect(await textOf(page, { isXml: true })).toBe('text')
    expect(await textOf(page)).toBe('\n')
  })

  it.each(['# a', '###### a', '===', '---', '```', '~~~', '> a', '<div>', '#'])(
    'A20: treats %s as text',
    async (text) => {
      const escaped = text.replace(/[<>]/gu, (sign) => (sign === '<' ? '&lt;' : '&gt;'))
      for (const page of [`<p>${escaped}</p>`, `<li>${escaped}`, `<p>a\n${escaped}\nb`, `<pre>${escaped}`]) {
        const read = await textOf(`${page}\n<p>k: v\n<p>---\n<h1>Real</h1>`)
        expect(chunkSource(read)).toMatchObject({ title: 'Real', metadata: {} })
        expect(read).toContain(text)
      }
    },
  )
})

const names = ['p', 'div', 'b', 'span', 'li', 'ul', 'table', 'tr', 'td', 'pre', 'a', 'svg', 'x-y']

const hidden = ['script', 'style', 'template', 'noscript']

const markup = fc.oneof(
  fc.constantFrom('\n', ' ', '\r\n', '&nbsp;', '<br/>', '<!-- c\n -->', '<?a?>'),
  fc.constantFrom('# ', '\n---\n', '```', '> ', '&lt;div&gt;', '===\n', '- ', '\n\n'),
  fc.tuple(fc.constantFrom('<', '</'), fc.constantFrom(...names), fc.constantFrom('>', '\n>', ' a="\n">')),
)

const piece = fc.oneof(
  fc.record({ kind: fc.constant('markup' as const), text: markup.map((parts) => [parts].flat().join('')) }),
  fc.record({ kind: fc.constant('word' as const), text: fc.constantFrom('', 'é', '港', '&amp;', '\\') }),
  fc.record({ kind: fc.constant('alt' as const), text: fc.constantFrom('', 'a ') }),
  fc.record({ kind: fc.constant('hidden' as const), text: fc.constantFrom(...hidden) }),
)

/** A page, with each word, its line from 0 and whether it is visible. */
function pageOf(pieces: readonly { kind: 'markup' | 'word' | 'alt' | 'hidden'; text: string }[]) {
  let page = ''
  const words: { word: string; line: number; isVisible: boolean }[] = []
  for (const [index, { kind, text }] of pieces.entries()) {
    const word = `w${index}w`
    if (kind !== 'markup') {
      words.push({ word, line: page.split('\n').length - 1, isVisible: kind !== 'hidden' })
    }
    if (kind === 'markup') page += text
    else if (kind === 'word') page += `${word}${text}`
    else if (kind === 'alt') page += `<img alt="${text}${word}\n">`
    else page += `<${text}>\n${word}</${text}>`
  }
  return { page, words }
}

describe('any page', () => {
  it('A20: has as many lines as its source, with every visible word on its line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const { page, words } = pageOf(pieces)
        const read = await textOf(page)
        const lines = splitLines(read)
        expect(lines.length).toBe(splitLines(page).length)
        for (const { word, line, isVisible } of words) {
          expect(lines.map((text) => text.includes(word))).toEqual(
            lines.map((_, number) => isVisible && number === line),
          )
        }
        const { chunks, ...stated } = chunkSource(read)
        expect([stated, chunks.flatMap(({ heading }) => heading)]).toEqual([
          expect.objectContaining({
            title: null,
            metadata: {},
            links: [],
            tags: [],
            hasUnreadFrontMatter: false,
          }),
          [],
        ])
      }),
      { numRuns: 500 },
    )
  })

  it('has as many lines as its source, for any content', async () => {
    const text = fc.string({
      unit: fc.constantFrom(...'<>/!-[]CDAT&;#"\'= \n\rap1\0', '<h1>', '<pre>', '\uFEFF'),
    })
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (page, isXml) => {
        expect(splitLines(await textOf(page, { isXml })).length).toBe(splitLines(page).length)
      }),
      { numRuns: 1000 },
    )
  })
})

/** A page of about n characters that makes careless parsers slow or exhausts them. */
const hostile: Record<string, (n: number) => string> = {
  'one line of words': (n) => 'word '.repeat(n / 5),
  'one line of paragraphs': (n) => '<p>a <b>b</b> '.repeat(n / 14),
  'elements that are never closed': (n) => '<div>'.repeat(n / 5),
  'elements nested deeply': (n) => `${'<b>'.repeat(n / 8)}a${'</b>'.repeat(n / 8)}`,
  'elements closed in the wrong order': (n) => `${'<i><b>'.repeat(n / 12)}${'</i>'.repeat(n / 12)}`,
  'headings that are never closed': (n) => '<h1>a'.repeat(n / 5),
  'nested lists': (n) => '<ul><li>a\n'.repeat(n / 10),
  'nested templates': (n) => '<template>'.repeat(n / 10),
  cells: (n) => '<td>'.repeat(n / 4),
  'open preformatted text': (n) => '<pre>  a\n'.repeat(n / 9),
  'opening brackets': (n) => '<'.repeat(n),
  ampersands: (n) => '&'.repeat(n),
  entities: (n) => '&amp;'.repeat(n / 5),
  'open comments': (n) => '<!--'.repeat(n / 4),
  'unclosed character data': (n) => '<![CDATA['.repeat(n / 9),
  titles: (n) => '<title>a</title>'.repeat(n / 16),
  'an open title': (n) => `<title>${'a '.repeat(n / 2)}`,
  attributes: (n) => `<img ${'alt=a '.repeat(n / 6)}>`,
  'line ends': (n) => '\n'.repeat(n),
  spaces: (n) => `a${' '.repeat(n)}b`,
  'spaces by name': (n) => `<pre>${'&#32;'.repeat(n / 5)}`,
  'marks of headings': (n) => `<h1>${'# '.repeat(n / 2)}x`,
  NUL: (n) => '\0'.repeat(n),
  'lone surrogates': (n) => '\ud800<'.repeat(n / 2),
}

describe('hostile pages', () => {
  it.each(Object.keys(hostile))('are read in bounded time: %s', async (name) => {
    const page = hostile[name]?.(500_000) ?? ''
    const start = performance.now()
    const read = await textOf(page)
    // Linear code takes a hundredth of this; anything else takes far more.
    expect(performance.now() - start).toBeLessThan(20_000)
    expect(splitLines(read).length).toBe(splitLines(page).length)
    expect(read.length).toBeLessThan(4 * page.length)
  })
})
