import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentText, fileNames, safeName } from './document-files.js'

function textOf(title: string, text: string): string {
  return documentText({ id: 'a', title, text })
}

describe('documentText', () => {
  it('puts the title before a text that does not open with it, as a heading on one line', () => {
    expect(textOf('Acme  Labs\n', 'Acme Labs is a startup.')).toBe('# Acme Labs\n\nAcme Labs is a startup.')
  })

  it('leaves a text without a title as it is', () => {
    expect(textOf(' ', 'Trains leave at noon.')).toBe('Trains leave at noon.')
  })

  it('leaves a text that opens with a heading of its own as it is, after front matter too', () => {
    for (const text of ['# Mine\n\nx', '\n# Mine\n', '---\ntitle: Mine\n---\n\n# Mine\n\nx']) {
      expect(textOf('Other', text)).toBe(text)
    }
  })

  it('makes a heading of a first line that is the title', () => {
    expect(textOf('Get started', 'Get started\n\n\nIf you are new.')).toBe('# Get started\n\nIf you are new.')
  })

  it('puts the title behind front matter', () => {
    expect(textOf('Plan', '---\r\nstatus: open\r\n---\r\nText.')).toBe(
      '---\r\nstatus: open\r\n---\r\n# Plan\n\nText.',
    )
  })

  it('does not take a rule for front matter', () => {
    expect(textOf('Plan', '---\nText.')).toBe('# Plan\n\n---\nText.')
  })

  it('does not take a lower heading for the title', () => {
    expect(textOf('Plan', '## Steps')).toBe('# Plan\n\n## Steps')
  })
})

describe('fileNames', () => {
  it('makes names of paths and addresses', () => {
    expect([...fileNames(['memory/2026-02-12.md', 'https://x.org/a#b', '战国'])]).toEqual([
      ['memory-2026-02-12.md', 'memory/2026-02-12.md'],
      ['https-x.org-a-b.md', 'https://x.org/a#b'],
      ['战国.md', '战国'],
    ])
  })

  it('tells apart what would fall together, also without regard to capitals', () => {
    expect([...fileNames(['a/b', 'a b', 'A-B', 'a-b-2']).keys()]).toEqual([
      'a-b.md',
      'a-b-2.md',
      'A-B-3.md',
      'a-b-2-2.md',
    ])
  })

  it('never hides a file, leaves the folder or loses an id', () => {
    const ids = fc.uniqueArray(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('.', '..', '/')),
    )
    fc.assert(
      fc.property(ids, (some) => {
        const names = fileNames(some)
        expect([...names.values()]).toEqual(some)
        expect(new Set([...names.keys()].map((name) => name.toLowerCase())).size).toBe(some.length)
        for (const name of names.keys()) expect(name).toMatch(/^[^./\\\0][^/\\\0]*\.md$/)
      }),
    )
  })
})

describe('safeName', () => {
  it('keeps the end of a long id', () => {
    expect(safeName(`${'x'.repeat(100)}/the-end`)).toBe(`${'x'.repeat(52)}-the-end`)
  })

  it('has a name for what leaves nothing', () => {
    expect(safeName('../..')).toBe('unnamed')
  })
})
