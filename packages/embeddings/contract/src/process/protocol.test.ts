import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isChildMessage } from './protocol.js'

describe('isChildMessage', () => {
  it.each([
    { type: 'ready', name: '', dimensions: 384, lanes: 2, batchBytes: 512 },
    { type: 'failed', reason: 'x', remedy: 'y' },
    { type: 'answered', id: 1, answers: [Float32Array.of(1), 'it has no tokens'] },
  ])('knows $type', (message) => {
    expect(isChildMessage(message)).toBe(true)
  })

  it.each([
    undefined,
    null,
    'ready',
    {},
    { type: 'ready' },
    { type: 'ready', name: 'x', dimensions: 0, lanes: 2, batchBytes: 512 },
    { type: 'ready', name: 'x', dimensions: 1.5, lanes: 2, batchBytes: 512 },
    { type: 'ready', name: 'x', dimensions: 384, lanes: 0, batchBytes: 512 },
    { type: 'ready', dimensions: 384, lanes: 2, batchBytes: 512 },
    { type: 'answered', id: 1, answers: [[1]] },
    { type: 'answered', id: 1, answers: Float32Array.of(1) },
    { type: 'answered', id: '1', answers: [Float32Array.of(1)] },
    { type: 'answered', id: 1 },
    { type: 'toString' },
    { type: ['ready'], name: 'x', dimensions: 1, lanes: 1, batchBytes: 1 },
  ])('refuses %j', (value) => {
    expect(isChildMessage(value)).toBe(false)
  })

  it('refuses anything else', () => {
    const refuses = fc.property(fc.anything(), (value) => !isChildMessage(value))
    expect(() => fc.assert(refuses)).not.toThrow()
  })
})
