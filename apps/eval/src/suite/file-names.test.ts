import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileNames, safeName } from './file-names.js'

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
