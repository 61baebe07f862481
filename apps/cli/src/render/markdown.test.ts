import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchResult } from './__fixtures__/search-result.js'
import { codeSpan, fenced, literal, renderMarkdown } from './markdown.js'

const roots = [{ name: 'notes', path: '/home/ada/notes' }]
const style = { roots, citations: 'auto' } as const

/** Texts of characters that end code blocks and spans, and syntax of Markdown and HTML. */
const hostileText = fc
  .array(
    fc.constantFrom('`', '```', '````', '~~~', '\n', '\r\n', ' ', '\t', '    ', 'a', '>', '<b>', '# ', '\\'),
  )
  .map((parts) => parts.join(''))

/** The content of a fence by CommonMark's rules, and the lines after it. */
function readFence(block: string): { content: string; rest: string } {
  const [opening = '', ...lines] = block.split('\n')
  const fence = /^`{3,}$/u.exec(opening)?.[0] ?? ''
  const closes = (line: string) => {
    const marks = /^ {0,3}(`+)[ \t]*$/u.exec(line)?.[1]
    return marks !== undefined && marks.length >= fence.length
  }
  const end = lines.findIndex(closes)
  return { content: lines.slice(0, end).join('\n'), rest: lines.slice(end + 1).join('\n') }
}

describe('renderMarkdown', () => {
  it('shows each result with its locator, whole text and source', () => {
    const results = [searchResult(), searchResult({ heading: [], path: 'b.md', text: 'b' })]
    expect(renderMarkdown(results, style).split('\n\n')).toEqual([
      '## `notes:decisions/auth.md:3-7`, strong',
      'Under `Auth › Tokens`:',
      '```\nWe keep JWT_EXPIRY at 900 seconds.\n```',
      'Source: decisions/auth.md#3',
      '## `notes:b.md:3-7`, strong',
      '```\nb\n```',
      'Source: b.md#3\n',
    ])
  })

  it('names the root if there are several, and omits the source if not requested', () => {
    const several = [...roots, { name: 'work', path: '/work' }]
    expect(renderMarkdown([searchResult()], { roots: several, citations: 'on' })).toContain(
      '\nSource: notes:decisions/auth.md#3\n',
    )
    expect(renderMarkdown([searchResult()], { roots, citations: 'off' })).not.toContain('Source:')
  })

  it('escapes Markdown in names and headings', () => {
    const path = '<img src=x onerror=alert(1)>`[a](b).md'
    const markdown = renderMarkdown([searchResult({ path, heading: ['`</script>', '\n# Mine'] })], style)
    expect(markdown).toContain(`## \`\`notes:${path}:3-7\`\`, strong\n`)
    expect(markdown).toContain('Under ``` `</script> › \\u{a}# Mine ```:'.replaceAll('```', '``'))
    expect(markdown).toContain(`\n\`\`Source: ${path}#3\`\`\n`)
  })
})

describe('fenced', () => {
  it('cannot be ended by its text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { content, rest } = readFence(fenced(text))
        expect([content, rest]).toEqual([text.endsWith('\n') ? text.slice(0, -1) : text, ''])
      }),
    )
  })
})

describe('codeSpan', () => {
  it('cannot be ended by its line', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = text.replaceAll(/[\r\n]/gu, '')
        fc.pre(line.trim() !== '')
        const span = codeSpan(line)
        const marks = /^`+/u.exec(span)?.[0] ?? ''
        const inner = span.slice(marks.length, -marks.length)
        expect(inner.match(/`+/gu) ?? []).not.toContain(marks)
        const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== ''
        expect(isPadded ? inner.slice(1, -1) : inner).toBe(line)
      }),
    )
  })
})

describe('literal', () => {
  it.each(['Source: notes:a-b/c_d e.md#3', 'Source: 会議.md#12', 'Source: café (1).md#2'])(
    'leaves %j',
    (line) => {
      expect(literal(line)).toBe(line)
    },
  )

  it.each('a *b*.md,_a_.md,a _b_ c,<b>.md,a&amp;.md,www.example.org,a\\b,[a](b),a|b'.split(','))(
    'shows %j unchanged',
    (line) => {
      expect(literal(line)).toBe(`\`${line}\``)
    },
  )
})
