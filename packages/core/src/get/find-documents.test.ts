import { describe, expect, it } from 'vitest'
import { nearPaths } from './find-documents.js'

const documents = [
  'decisions/auth.md',
  'decisions/auth-tokens.md',
  'people/lena.md',
  'log/2026-02-11.md',
  'log/2026-02-12.md',
].map((path) => ({ root: 'notes', path }))

function near(wrong: string): string[] {
  return nearPaths(wrong, documents).map(({ path }) => path)
}

describe('nearPaths', () => {
  it.each([
    ['decisions/auht.md', 'decisions/auth.md'],
    ['auth', 'decisions/auth.md'],
    ['notes:people/lean.md:12-14', 'people/lena.md'],
    ['LENA.md', 'people/lena.md'],
    ['log/2026-02-13.md', 'log/2026-02-11.md'],
  ])('suggests for %s first: %s', (wrong, first) => {
    expect(near(wrong)[0]).toBe(first)
    expect(near(wrong).length).toBeLessThanOrEqual(3)
  })

  it('suggests nothing if no path is similar', () => {
    expect(near('zzz/qqq.txt')).toEqual([])
    expect(nearPaths('auth.md', [])).toEqual([])
  })
})
