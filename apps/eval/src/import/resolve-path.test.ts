import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { indexPaths } from './path-index.js'
import { resolvePath } from './resolve-path.js'

const files = indexPaths([
  'README.md',
  'docs/readme.md',
  'docs/api/Auth Flow (v2).md',
  'docs/data.md',
  'old/data.md',
  'big-data.md',
])
const place = { file: 'fixture.json' }

describe('resolvePath', () => {
  it.each([
    ['README.md', 'README.md'],
    ['docs/README.md', 'docs/readme.md'],
    ['Readme.md', 'README.md'],
    ['qmd://wiki/docs/data.md', 'docs/data.md'],
    ['QMD://wiki/readme.md', 'README.md'],
    ['/docs/data.md/', 'docs/data.md'],
    ['api/auth flow (v2).md', 'docs/api/Auth Flow (v2).md'],
    ['docs/api/auth-flow-v2.md', 'docs/api/Auth Flow (v2).md'],
    ['auth-flow-v2.md', 'docs/api/Auth Flow (v2).md'],
    ['big-data.md', 'big-data.md'],
  ])('finds %s', (expected, path) => {
    expect(resolvePath(expected, files, place)).toBe(path)
  })

  it('names all files that may be meant', () => {
    const failure = failureOf(() => resolvePath('Data.md', files, place))
    expect(failure).toMatchObject({ name: 'SuiteError', code: 'SUITE_AMBIGUOUS_PATH', file: 'fixture.json' })
    expect(String(failure)).toContain('"docs/data.md", "old/data.md"')
    expect(String(failure)).not.toContain('big-data')
  })

  it('names files of the same name where none is meant', () => {
    const failure = failureOf(() => resolvePath('notes/Data.md', files, place))
    expect(failure).toMatchObject({ code: 'SUITE_UNKNOWN_ID' })
    expect(String(failure)).toContain('"docs/data.md", "old/data.md"')
    expect(failureOf(() => resolvePath('ata.md', files, place))).toMatchObject({ code: 'SUITE_UNKNOWN_ID' })
  })

  it('names no more than a few', () => {
    const many = indexPaths(Array.from({ length: 9 }, (_, index) => `${index}/a.md`))
    expect(String(failureOf(() => resolvePath('a.md', many, place)))).toContain('"4/a.md" and 4 more')
  })
})
