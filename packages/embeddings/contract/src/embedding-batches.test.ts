import { describe, expect, it } from 'vitest'
import { assertBatchTexts } from './embedding-batches.js'

const a = { key: 'a', text: 'one' }
const b = { key: 'b', text: 'two' }

describe('assertBatchTexts', () => {
  it('accepts as many texts as a job may hold', () => {
    expect(() => assertBatchTexts([a, b], 2)).not.toThrow()
  })

  it.each([
    ['too many texts', [a, b, { key: 'c', text: 'three' }], 'EMBEDDING_REQUEST_TOO_LARGE', /several jobs/],
    ['no texts', [], 'EMBEDDING_REQUEST_INVALID', /submit some/],
    ['a blank text', [a, { key: 'b', text: ' \n' }], 'EMBEDDING_REQUEST_INVALID', /text b is blank/],
    ['a key twice', [a, { key: 'a', text: 'two' }], 'EMBEDDING_REQUEST_INVALID', /key a names two/],
  ])('refuses %s', (_, texts, code, message) => {
    const error = expect.objectContaining({ code, message: expect.stringMatching(message) })
    expect(() => assertBatchTexts(texts, 2)).toThrow(error)
  })
})
