import { describe, expect, it } from 'vitest'
import { chunk } from './chunk.js'

/** A text of about n characters that makes careless parsers slow or exhausts them. */
const hostile: Record<string, (n: number) => string> = {
  headings: (n) => '# h\n'.repeat(n / 4),
  'nested quotes in one line': (n) => `${'>'.repeat(n)} a`,
  'nested quotes in every line': (n) => `${'>'.repeat(99)} a\n`.repeat(n / 102),
  'a quote that goes on lazily': (n) => `>>>>>>>>>> a\n${'a\n'.repeat(n / 20)}`,
  'nested lists': (n) =>
    Array.from({ length: Math.sqrt(n) }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'a flat list': (n) => '- a\n'.repeat(n / 4),
  'one line of words': (n) => 'word '.repeat(n / 5),
  'one line of sentences': (n) => 'This is one more sentence. '.repeat(n / 27),
  'one word': (n) => 'Ab3d'.repeat(n / 4),
  'one line of Chinese': (n) => '记忆检索'.repeat(n / 4),
  'one line of emoji': (n) => '👨‍👩‍👧‍👦'.repeat(n / 11),
  'marks on one letter': (n) => `a${'\u0301'.repeat(n)}`,
  'full stops': (n) => '.'.repeat(n),
  'full stops apart': (n) => '. '.repeat(n / 2),
  'white space in a line': (n) => `a${' '.repeat(n)}b`,
  'blank lines': (n) => `a${'\n'.repeat(n)}b`,
  'a table row': (n) => `|a|b|\n|-|-|\n${'|x'.repeat(n / 2)}`,
  'a table head': (n) => `${'|a'.repeat(n / 4)}|\n${'|-'.repeat(n / 4)}|\n|x|`,
  'table rows': (n) => `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(n / 6)}`,
  links: (n) => '[a](b) '.repeat(n / 7),
  'links of notes that do not end': (n) => '[[a'.repeat(n / 3),
  'links whose paths do not end': (n) => '](a(b'.repeat(n / 5),
  'links to spaces': (n) => `](${' '.repeat(n)}`,
  'runs of backticks': (n) =>
    Array.from({ length: Math.sqrt(n) }, (_, length) => '`'.repeat(length + 1)).join(' '),
  tags: (n) => '#a/ '.repeat(n / 4),
  'one tag': (n) => `x #${'/'.repeat(n)}`,
  'open brackets': (n) => `# ${'['.repeat(n)}`,
  'link definitions': (n) => '[a]: b\n'.repeat(n / 7),
  'an open fence': (n) => `\`\`\`\n${'x\n'.repeat(n / 2)}`,
  'open front matter': (n) => `---\n${'a: b\n'.repeat(n / 5)}`,
  'front matter': (n) => `---\nk: [${'"a", '.repeat(n / 5)}]\n---\n`,
  'an open comment': (n) => `<!--\n${'x\n'.repeat(n / 2)}`,
  'lone surrogates': (n) => '\ud800'.repeat(n),
  'carriage returns': (n) => 'a\r'.repeat(n / 2),
}

/** Data and punctuation without words, which are left out. */
const wordless = new Set([
  'one word',
  'full stops',
  'full stops apart',
  'links to spaces',
  'runs of backticks',
  'open brackets',
])

describe('hostile text', () => {
  it.each(Object.keys(hostile))('is cut in bounded time into bounded chunks: %s', (name) => {
    const text = hostile[name]?.(100_000) ?? ''
    const start = performance.now()
    const chunks = chunk(text)
    // Linear code takes a hundredth of this; anything else takes far more.
    expect(performance.now() - start).toBeLessThan(7000)
    expect(chunks.length > 0).toBe(!wordless.has(name))
    for (const piece of chunks) {
      expect(piece.tokens).toBeLessThanOrEqual(400)
      expect(piece.text.length).toBeLessThanOrEqual(400 * 32)
      expect(piece.heading.join('').length).toBeLessThanOrEqual(6 * 201)
    }
  })
})
