import { describe, expect, it } from 'vitest'
import { StoreError } from './errors.js'

describe('a store error', () => {
  it('is retryable if another process blocked the call', () => {
    expect(new StoreError('STORE_BUSY', '').isRetryable).toBe(true)
    expect(new StoreError('STORE_LOCKED', '').isRetryable).toBe(true)
    expect(new StoreError('STORE_FILE_EXISTS', '').isRetryable).toBe(false)
    expect(new StoreError('STORE_CORRUPT', '').isRetryable).toBe(false)
    expect(new StoreError('STORE_UNAVAILABLE', '').isRetryable).toBe(false)
    expect(new StoreError('STORE_UNAVAILABLE', '', { isRetryable: true }).isRetryable).toBe(true)
  })

  it('is recognised by its marker, also from another copy of this package', () => {
    const fromAnotherCopy = Object.assign(new Error('busy'), { [Symbol.for('recallite.StoreError')]: true })
    for (const error of [new StoreError('STORE_FULL', ''), fromAnotherCopy]) {
      expect(StoreError.isInstance(error)).toBe(true)
    }
    for (const other of [new Error('STORE_FULL'), { code: 'STORE_FULL' }, null, undefined, 'STORE_FULL']) {
      expect(StoreError.isInstance(other)).toBe(false)
    }
  })
})
