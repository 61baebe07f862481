import { describe, expect, it } from 'vitest'
import { FilterError } from './errors.js'

describe('FilterError', () => {
  it('has code and path, and is recognised by its marker, not by its class', () => {
    const error = new FilterError('FILTER_INVALID_OPERAND', '/a\n', 'No.')
    expect(error).toMatchObject({ name: 'FilterError', code: 'FILTER_INVALID_OPERAND', path: '/a\n' })
    expect(error.message).toBe(String.raw`No. (at "/a\n")`)
    expect(FilterError.isInstance(error)).toBe(true)
    expect(FilterError.isInstance({ [Symbol.for('recallite.FilterError')]: true })).toBe(true)
    expect(FilterError.isInstance(new Error('No.'))).toBe(false)
    expect(FilterError.isInstance(null)).toBe(false)
  })
})
