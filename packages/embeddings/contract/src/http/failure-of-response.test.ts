import { describe, expect, it } from 'vitest'
import { openaiFailure, providerFailures } from './__fixtures__/provider-failures.js'
import { failureOfResponse } from './failure-of-response.js'

const at = { provider: 'openai', host: 'api.example.com' }
const now = () => Date.UTC(2026, 0, 1)

describe('failureOfResponse', () => {
  it.each(providerFailures)('sorts %i %j', (status, body, code, words, retryAfter) => {
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

  it.each([429, 503])('passes on how long the provider asks to wait with %i', (status) => {
    const headers = new Headers({ 'Retry-After': 'Thu, 01 Jan 2026 00:00:20 GMT' })
    expect(failureOfResponse({ ...at, status, headers, body: '' }, { now }).retryAfter).toBe(20_000)
  })

  it('asks for no pause where waiting changes nothing', () => {
    const headers = new Headers({ 'Retry-After': '5' })
    const body = openaiFailure('You exceeded your current quota', 'insufficient_quota')
    expect(failureOfResponse({ ...at, status: 429, headers, body }, { now }).retryAfter).toBeUndefined()
  })

  it('repeats nothing of what is said about a key', () => {
    const body = openaiFailure('Incorrect API key provided: sk-CANA***7890.', 'invalid_api_key')
    expect(
      failureOfResponse({ ...at, status: 401, headers: undefined, body }, { now }).message,
    ).not.toContain('CANA')
  })

  it('repeats one line of bounded length, with nothing a terminal obeys', () => {
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
  ])('takes the body %j', (body) => {
    const error = failureOfResponse({ ...at, status: 500, headers: undefined, body }, { now })
    expect(error).toMatchObject({ code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true })
  })
})
