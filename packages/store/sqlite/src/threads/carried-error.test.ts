import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StoreError } from '@recallite/store'
import { carryError, restoreError } from './carried-error.js'

/** The error as another thread receives it. */
const crossed = (thrown: unknown) => restoreError(structuredClone(carryError(thrown)))

describe('an error from another thread', () => {
  it('has the same class marker, code, message and cause', () => {
    const cause = Object.assign(new TypeError('no such file'), { code: 'ENOENT' })
    for (const code of ['STORE_BUSY', 'STORE_CORRUPT'] as const) {
      const error = new StoreError(code, 'Try again.', { cause })
      const there = crossed(error)
      expect(StoreError.isInstance(there)).toBe(true)
      const { name, message, isRetryable, stack } = error
      expect(there).toMatchObject({ name, code, message, isRetryable, stack })
      expect(there).toHaveProperty('cause', expect.objectContaining({ name: 'TypeError', code: 'ENOENT' }))
      expect(String(there)).toBe(String(error))
    }
  })

  it('has the other properties too, except those that cannot be copied', () => {
    const facts = { retryAfter: 100, vectors: [Float32Array.of(1, 2), undefined], close: () => 1 }
    const there = crossed(Object.assign(new Error('part'), facts))
    expect(there).toMatchObject({ retryAfter: 100, vectors: [Float32Array.of(1, 2), undefined] })
    expect(there).not.toHaveProperty('close')
    expect(Object.keys(Object(there))).toEqual(['retryAfter', 'vectors'])
  })

  it('is still an AbortError', () => {
    expect(crossed(AbortSignal.abort().reason)).toMatchObject({ name: 'AbortError', code: 20 })
  })

  it('is finite, even if its chain of causes is not', () => {
    const error = new Error('round')
    error.cause = error
    expect(crossed(error)).toMatchObject({ message: 'round', cause: { message: 'round' } })
  })

  it('may be any value', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: false, withBoxedValues: true }), (value) => {
        expect(crossed(value)).toEqual(structuredClone(value))
      }),
    )
    expect(crossed(() => 1)).toBe('() => 1')
    expect(crossed(Symbol('reason'))).toBe('Symbol(reason)')
  })
})
