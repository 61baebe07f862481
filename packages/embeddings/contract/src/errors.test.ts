import { describe, expect, it } from 'vitest'
import { EmbeddingError } from './errors.js'

describe('EmbeddingError', () => {
  it('is not retryable by default', () => {
    expect(new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No.').isRetryable).toBe(false)
    expect(new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No.', { isRetryable: true }).isRetryable).toBe(
      true,
    )
  })

  it('is recognised across copies of the package by its marker', () => {
    const foreign = { [Symbol.for('recallite.EmbeddingError')]: true }
    expect(EmbeddingError.isInstance(new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'No.'))).toBe(true)
    expect(EmbeddingError.isInstance(foreign)).toBe(true)
    for (const other of [new Error('x'), null, undefined, 'text', {}])
      expect(EmbeddingError.isInstance(other)).toBe(false)
  })
})
