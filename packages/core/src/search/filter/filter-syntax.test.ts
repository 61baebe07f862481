import { createPathMatcher } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { pathGlob, readWhere } from './filter-syntax.js'

const paths = [
  'auth.md',
  'decisions/auth.md',
  'decisions/auth/tokens.md',
  'decisions/AUTH.test.md',
  'archive/decisions/auth.md',
  'people/Lena, Max {2}.md',
]

/** Typed paths, and the paths above that they match. */
const found: Readonly<Record<string, readonly number[]>> = {
  'auth.md': [0, 1, 4],
  auth: [0, 1, 2, 3, 4],
  Auth: [0, 1, 2, 3, 4],
  'auth/': [2],
  'au*': [0, 1, 3, 4],
  '*.test.md': [3],
  decisions: [1, 2, 3, 4],
  'decisions/': [1, 2, 3, 4],
  '/decisions': [1, 2, 3],
  './decisions/': [1, 2, 3],
  '/auth.md': [0],
  '/*': [0],
  'decisions/auth': [1, 2, 3],
  'decisions/auth.md': [1],
  'decisions\\auth.md': [1],
  'decisions/*': [1, 3],
  'decisions/**': [1, 2, 3],
  'decisions/*/': [2],
  '**/decisions/*.md': [1, 3, 4],
  '{people,archive}/**': [4, 5],
  'archive/dec': [],
  'Lena, Max {2}': [],
  'Lena, Max \\{2\\}.md': [5],
  'Lena, Max }': [],
  'lena, max': [],
  '/': [0, 1, 2, 3, 4, 5],
  './': [0, 1, 2, 3, 4, 5],
  '*': [0, 1, 2, 3, 4, 5],
  ' auth.md ': [0, 1, 4],
}

describe('a typed path', () => {
  it.each(Object.entries(found))('%j', (text, places) => {
    const fits = createPathMatcher([pathGlob(text)])
    expect(paths.flatMap((path, place) => (fits(path) ? [place] : []))).toEqual(places)
  })

  it('with a comma and a brace is a name', () => {
    expect(createPathMatcher([pathGlob('a,b}c')])('x/a,b}c.md')).toBe(true)
    expect(createPathMatcher([pathGlob('a,b}c')])('x/b}c.md')).toBe(false)
  })

  it.each(['', ' ', 'x'.repeat(251)])('is rejected: %j', (text) =>
    expect(() => pathGlob(text)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' })),
  )
})

const field = (key: string, test: unknown) => ({ kind: 'field', keys: [key], test })
const not = (filter: object) => ({ kind: 'not', filter })

describe('a condition on front matter', () => {
  it.each([
    ['status=open', field('status', { operator: '=', values: ['open'] })],
    [' Status = in progress ', field('status', { operator: '=', values: ['in progress'] })],
    ['status!=open', not(field('status', { operator: '=', values: ['open'] }))],
    ['a.b>=2026-02', field('a.b', { operator: '>=', value: '2026-02' })],
    ['priority<3', field('priority', { operator: '<', value: '3' })],
    ['title="a = b"', field('title', { operator: '=', values: ['a = b'] })],
    [`title='"'`, field('title', { operator: '=', values: ['"'] })],
    ['title="', field('title', { operator: '=', values: ['"'] })],
    ['url=https://x.org/?a=b', field('url', { operator: '=', values: ['https://x.org/?a=b'] })],
    ['draft', field('draft', { operator: 'present' })],
    ['reading list', field('reading list', { operator: 'present' })],
  ])('%j', (text, condition) => expect(readWhere(text)).toEqual(condition))

  it('treats tag and tags as one key', () => {
    for (const text of ['tag=ops', 'tags=ops', 'TAG=ops'])
      expect(readWhere(text)).toHaveProperty('keys', ['tag', 'tags'])
  })

  it.each([
    ['', /has no key/],
    ['=x', /has no key/],
    [' != x', /has no key/],
    ['status=', /no value after =/],
    ['status>=" "', /no value after >=/],
    ['status==open', /no operator ==/],
    ['status=~open', /no operator =~/],
    ['status<>open', /no operator <>/],
    ['status!', /no operator !/],
    ['tag:ops', /colon is not an operator/],
  ])('%j is rejected', (text, reason) =>
    expect(() => readWhere(text)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringMatching(reason) }),
    ),
  )
})
