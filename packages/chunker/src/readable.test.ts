import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readableText } from './readable.js'
import { arbitraryMarkdown, arbitraryText } from './testing/arbitrary-source.js'

const read = (text: string) =>
  readableText(text, 'markdown').replaceAll('\uFEFF', '').replaceAll(/\s+/gu, ' ').trim()

describe('readableText', () => {
  it.each([
    ['Press <kbd>Ctrl</kbd>+<b class="x">C</b>.<br/>Then wait', 'Press Ctrl+C. Then wait'],
    ['<div align="center">\n  <img src="a.png"\n    alt="Logo">\n</div>\n\nTea', 'Tea'],
    ['Tea <!-- not\n\nyet --> party', 'Tea party'],
    ['Tea %%draft%% party at 100 %% off', 'Tea party at 100 %% off'],
    ['{/* a comment */}\n# Tea', '# Tea'],
    ["import Tabs from '@theme/Tabs'\nimport {\n  A,\n  B,\n} from './x'\nimport './y.css';\n\nTea", 'Tea'],
    ['export const meta = {\n  title: "Tea",\n}\n\nGreen', 'Green'],
    [
      '<Tabs groupId="os">\n<TabItem value="a" label={t("A", {b: {}})}>\n\nGreen\n\n</TabItem>\n</Tabs>',
      'Green',
    ],
    ['<Card title="T" {...props} />\nGreen', 'Green'],
    ['<Note>Green</Note> <></>', 'Green'],
    ['[![Build](https://img.shields.io/a.svg)](https://ci.example.org) Tea', 'Tea'],
    ['[![npm][npm-image]][npm-url] [![x](https://github.com/a/b/workflows/CI/badge.svg)](u)\nTea', 'Tea'],
    ['[comment]: # (hidden)\n[//]: # "hidden"\n[comment]: <> (hidden)\n\nTea', 'Tea'],
    ['[![Build][b]][l] Tea\n\n[b]: https://img.shields.io/a.svg\n[l]: https://ci.example.org\n', 'Tea'],
    ['![Open][colab]\nTea\n\n[colab]: https://example.org/colab-badge.svg "x"', 'Tea'],
    ['export const a = {\n  b: 1,\n\n  c: 2\n}\nTea', 'Tea'],
    [
      'Tea &amp; co&shy;op&nbsp;on &#39;x&#x27; &hellip; `&amp;` &#10;&#55357;',
      "Tea & coop on 'x' … `&amp;`",
    ],
    ['![coverage](https://codecov.io/gh/a/b.svg "c") Tea', 'Tea'],
    ['<style>\n.a { color: red }\n</style>\n<svg><path d="M1"/></svg>Tea', 'Tea'],
  ])('leaves markup out: %j', (text, readable) => {
    expect(read(text)).toBe(readable)
  })

  it.each([
    'Map<string, List<Foo>> and a < b > c',
    'Replace <name> and <YOUR_TOKEN> in <file>, see <https://example.org/a> or <me@example.org>',
    'The tag `<div class="a">` and ``<b>` ``',
    '```html\n<div>\n```',
    '> ~~~jsx\n> import A from "a"\n> <A b="c" />\n> ~~~',
    'const a = 1\n<A b="c" />\n```\n\nText',
    'Import taxes from "abroad" rise',
    '[![a map][m]][n] and [^1]\n\n[m]: map.png\n[n]: https://example.org\n[^1]: Tea',
    '![a map](maps/a.png) and [a link](b.md)',
    'f({ a: 1 })',
  ])('keeps code, types, placeholders, addresses and pictures: %j', (text) => {
    expect(readableText(text, 'markdown')).toBe(text)
  })

  it('keeps the length and the lines of any text', () => {
    const tags = fc.constantFrom(
      '<b>',
      '<!--',
      '-->',
      '`',
      '```\n',
      '<A b={c} />',
      '%%',
      '<svg>',
      '&amp;',
      '&#10;',
      "import 'a'\n",
    )
    const text = fc
      .array(fc.oneof(tags, tags, arbitraryMarkdown, arbitraryText))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (source) => {
        const lengths = (whole: string) => whole.split('\n').map((line) => line.length)
        expect(lengths(readableText(source, 'markdown'))).toEqual(lengths(source))
      }),
    )
  })
})
