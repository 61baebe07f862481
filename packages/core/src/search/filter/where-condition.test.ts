import { describe, expect, it } from 'vitest'
import { readWhere } from './filter-syntax.js'

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

  it('takes tag and tags for one', () => {
    for (const text of ['tag=ops', 'tags=ops', 'TAG=ops'])
      expect(readWhere(text)).toHaveProperty('keys', ['tag', 'tags'])
  })

  it.each([
    ['', /names no key/],
    ['=x', /names no key/],
    [' != x', /names no key/],
    ['status=', /no value behind =/],
    ['status>=" "', /no value behind >=/],
    ['status==open', /no operator ==/],
    ['status=~open', /no operator =~/],
    ['status<>open', /no operator <>/],
    ['status!', /no operator !/],
    ['tag:ops', /colon is no operator/],
  ])('%j is refused', (text, reason) =>
    expect(() => readWhere(text)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringMatching(reason) }),
    ),
  )
})
