import { stripVTControlCharacters } from 'node:util'
import { columnsOf } from '@recallite/command-line/wrap-text'
import { describe, expect, it } from 'vitest'
import { searchAnswer, searchResult } from './__fixtures__/search-result.js'
import { renderAnswer } from './answer.js'
import { renderMarkdown } from './markdown.js'
import { createPalette } from './styled-lines.js'

const address = 'https://example.com/security/a/long/path/to/a/page/on/rotation?version=2026-02-11'
const snippet = `Tokens · We keep the token 👩‍💻 for 900 seconds. 更新トークンは、使うたびに新しいものと交換します。 See ${address}`
const start = snippet.indexOf('token')
const result = searchResult({
  text: `# Tokens\n\n${snippet}`,
  snippet,
  matches: [
    { start: 0, end: 6 },
    { start, end: start + 5 },
  ],
  duplicates: [{ root: 'notes', path: 'old/auth.md', startLine: 1, endLine: 4 }],
})
const answer = searchAnswer({
  confidence: 0.93,
  results: [result, searchResult({ heading: [], path: 'a/plain.md', weak: true, confidence: 0.06 })],
})
const roots = [{ name: 'notes', path: '/srv/notes' }]
const style = { palette: createPalette(false), roots, columns: 80 }

describe('renderAnswer', () => {
  it('has a compact layout', () => {
    expect(renderAnswer(answer, { ...style, columns: 50 })).toMatchInlineSnapshot(`
      "strong 93 %, 2 results

      1. Auth › Tokens · strong
         /srv/notes/decisions/auth.md:5
         We keep the token 👩‍💻 for 900 seconds. 更新トー
         クンは、使うたびに新しいものと交換します。 See
         https://example.com/security/a/long/path/to/a/p
         age/on/rotation?version=2026-02-11
         also /srv/notes/old/auth.md:1

      2. · weak
         /srv/notes/a/plain.md:3
         We keep JWT_EXPIRY
      "
    `)
  })

  it.each([40, 80, 200])('fits %i columns, except for paths', (columns) => {
    const lines = renderAnswer(answer, { ...style, columns }).split('\n')
    const widths = lines.filter((line) => !line.includes('/srv/')).map((line) => columnsOf(line))
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns)
    expect(Math.max(...widths)).toBeGreaterThan(Math.min(columns, 120) * 0.7)
    for (const line of lines) expect(line).toMatch(/^(?:strong|\d+\. | {3}|$)/)
  })

  it('does not break path and line in narrow terminals', () => {
    const lines = renderAnswer(answer, { ...style, columns: 31 }).split('\n')
    expect(lines).toContain('/srv/notes/decisions/auth.md:5')
    expect(lines).toContain('   /srv/notes/a/plain.md:3')
    expect(lines.slice(lines.indexOf('   also')).slice(0, 2)).toEqual(['   also', '/srv/notes/old/auth.md:1'])
  })

  it('marks a note that is not in force, and a copy', () => {
    const [first, ...others] = answer.results
    const results = first ? [{ ...first, status: 'superseded', copyOf: 'old/plan.md' }, ...others] : []
    expect(renderAnswer({ ...answer, results }, style)).toContain(
      'Tokens · strong · superseded · copy of plan.md\n',
    )
    expect(renderMarkdown(results, { roots: [], citations: 'off' })).toMatch(
      /^## .*`, strong, superseded, copy of plan\.md$/m,
    )
  })

  it('has only the beginning of the snippet of results after the third', () => {
    const long = 'word '.repeat(60).trim()
    const results = Array.from({ length: 4 }, () => searchResult({ snippet: long }))
    const blocks = renderAnswer({ ...answer, results }, style)
      .split('\n\n')
      .slice(1)
    const [first = [], , , fourth = []] = blocks.map((block) => block.trim().split('\n'))
    expect(first.length).toBeGreaterThan(4)
    expect(fourth).toEqual([first[0]?.replace('1.', '4.'), expect.stringMatching(/auth\.md:\d+ · word word/)])
  })

  it('marks the words of the query in title and text', () => {
    const shown = renderAnswer(answer, { ...style, palette: createPalette(true) })
    expect(shown).toContain('\u001b[1m\u001b[33mTokens\u001b[39m\u001b[22m')
    expect(shown).toContain('\u001b[1m\u001b[33mtoken\u001b[39m\u001b[22m')
    const joined = searchAnswer({ results: [searchResult({ heading: ['Mood ❤️'] })] })
    expect(renderAnswer(joined, style)).toContain('Mood ❤️ · strong\n')
    const plain = renderAnswer(answer, style)
    expect(stripVTControlCharacters(shown)).toBe(plain)
  })
})
