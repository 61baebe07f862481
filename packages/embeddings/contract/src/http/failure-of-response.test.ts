import { describe, expect, it } from 'vitest'
import { openaiFailure, providerFailures } from './__fixtures__/provider-failures.js'
import { failureOfResponse, retryAfterOf } from './failure-of-response.js'

const at = { provider: 'openai', host: 'api.example.com' }
const now = () => Date.UTC(2026, 0, 1, 12, 0, 0)

describe('failureOfResponse', () => {
  it.each(providerFailures)('classifies %i %j', (status, body, code, words, retryAfter) => {
    const forms = typeof body === 'string' ? [body] : [body, JSON.stringify(body)]
    for (const form of forms) {
      const error = failureOfResponse({ ...at, status, headers: new Headers(), body: form }, { now })
      expect(error).toMatchObject({
        code,
        isRetryable: code === 'EMBEDDING_REQUEST_FAILED',
        message: expect.stringMatching(words),
      })
      expect(error.retryAfter).toBe(retryAfter)
      expect(error.message).toContain('openai at api.example.com')
    }
  })

  it.each([429, 503])('returns the pause requested with %i', (status) => {
    const headers = new Headers({ 'Retry-After': 'Thu, 01 Jan 2026 12:00:20 GMT' })
    expect(failureOfResponse({ ...at, status, headers, body: '' }, { now }).retryAfter).toBe(20_000)
  })

  it('has no pause if waiting does not help', () => {
    const headers = new Headers({ 'Retry-After': '5' })
    const body = openaiFailure('You exceeded your current quota', 'insufficient_quota')
    expect(failureOfResponse({ ...at, status: 429, headers, body }, { now }).retryAfter).toBeUndefined()
  })

  it('quotes no message about a key', () => {
    const body = openaiFailure('Incorrect API key provided: sk-CANA***7890.', 'invalid_api_key')
    expect(
      failureOfResponse({ ...at, status: 401, headers: undefined, body }, { now }).message,
    ).not.toContain('CANA')
  })

  it('quotes one line of limited length, without control characters', () => {
    const body = openaiFailure(`first\nsecond\u001B[31m\u202E\u009B ${'long '.repeat(1000)}`)
    const { message } = failureOfResponse({ ...at, status: 500, headers: undefined, body }, { now })
    expect(message).toMatch(/It says: first second \[31m long/)
    expect(message).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    expect(message.length).toBeLessThan(450)
  })

  it.each([
    undefined,
    null,
    7,
    [],
    {},
    { error: null },
    { error: { message: 7, details: 'x' } },
    '{"error":',
    'null',
  ])('accepts the body %j', (body) => {
    const error = failureOfResponse({ ...at, status: 500, headers: undefined, body }, { now })
    expect(error).toMatchObject({ code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true })
  })
})

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

  it('reads the delay of a body if headers are hidden', () => {
    expect(retryAfterOf({ headers: undefined, retryDelay: '2s' }, now)).toBe(2000)
  })
})
