import { describe, expect, it } from 'vitest'
import { RerankError, rerankErrorOf } from './errors.js'

const failure = (code: string, more: object = {}) => Object.assign(new Error('why'), { code, ...more })

describe('rerankErrorOf', () => {
  it.each([
    ['EMBEDDING_MODEL_UNAVAILABLE', 'RERANKER_UNAVAILABLE'],
    ['EMBEDDING_REQUEST_FAILED', 'RERANK_REQUEST_FAILED'],
    ['EMBEDDING_REQUEST_INVALID', 'RERANK_REQUEST_INVALID'],
    ['EMBEDDING_REQUEST_TOO_LARGE', 'RERANK_REQUEST_TOO_LARGE'],
    ['EMBEDDING_RESPONSE_INVALID', 'RERANK_RESPONSE_INVALID'],
  ])('converts %s to a rerank error %s with its message', (code, expected) => {
    const error = rerankErrorOf(failure(code))
    expect(RerankError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ code: expected, message: 'why', isRetryable: false, retryAfter: undefined })
  })

  it('keeps whether and when to retry, and drops the cause', () => {
    const error = rerankErrorOf(
      failure('EMBEDDING_REQUEST_FAILED', { isRetryable: true, retryAfter: 7000, cause: 'a key' }),
    )
    expect(error).toMatchObject({ isRetryable: true, retryAfter: 7000, cause: undefined })
  })

  it.each([new Error('x'), failure('ENOENT'), 'text', undefined])('returns %s unchanged', (error) => {
    expect(rerankErrorOf(error)).toBe(error)
  })
})
