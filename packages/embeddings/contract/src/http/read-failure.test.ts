import { describe, expect, it } from 'vitest'
import { retryAfterOf } from './read-failure.js'

const now = () => Date.UTC(2026, 0, 1, 12, 0, 0)

describe('retryAfterOf', () => {
  it.each<[Record<string, string>, string | undefined, number | undefined]>([
    [{}, undefined, undefined],
    [{ 'Retry-After': '7' }, undefined, 7000],
    [{ 'Retry-After': ' 0 ' }, undefined, 0],
    [{ 'Retry-After': '1.5' }, undefined, 1500],
    [{ 'Retry-After': 'Thu, 01 Jan 2026 12:00:20 GMT' }, undefined, 20_000],
    [{ 'Retry-After': 'Thu, 01 Jan 2026 11:00:00 GMT' }, undefined, 0],
    [{ 'Retry-After': '-5' }, undefined, undefined],
    [{ 'Retry-After': 'soon' }, undefined, undefined],
    [{ 'Retry-After': 'NaN' }, undefined, undefined],
    [{ 'Retry-After': '1e9' }, undefined, undefined],
    [{ 'Retry-After': '9'.repeat(400) }, undefined, undefined],
    [{ 'Retry-After': 'soon' }, '3s', 3000],
    [{ 'Retry-After': '7', 'retry-after-ms': '6500' }, undefined, 6500],
    [{ 'Retry-After': '7' }, '34s', 7000],
    [{}, '34.074824224s', 34_075],
    [{}, '0s', 0],
    [{}, 'later', undefined],
  ])('reads the headers %j and the delay %j', (headers, retryDelay, expected) => {
    expect(retryAfterOf({ headers: new Headers(headers), retryDelay }, now)).toBe(expected)
  })

  it('knows the delay of a body where headers are hidden', () => {
    expect(retryAfterOf({ headers: undefined, retryDelay: '2s' }, now)).toBe(2000)
  })
})
