import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isChildMessage } from './protocol.js'

describe('isChildMessage', () => {
  it.each([
    { type: 'ready', name: '', dimensions: 384 },
    { type: 'failed', reason: 'x', remedy: 'y' },
    { type: 'vector', id: 1, vector: Float32Array.of(1) },
    { type: 'refused', id: 1, reason: 'x' },
  ])('knows $type', (message) => {
    expect(isChildMessage(message)).toBe(true)
  })

  it.each([
    undefined,
    null,
    'ready',
    {},
    { type: 'ready' },
    { type: 'ready', name: 'x', dimensions: 0 },
    { type: 'ready', name: 'x', dimensions: 1.5 },
    { type: 'ready', dimensions: 384 },
    { type: 'vector', id: 1, vector: [1] },
    { type: 'vector', id: '1', vector: Float32Array.of(1) },
    { type: 'refused', id: 1 },
    { type: 'toString' },
    { type: ['ready'], name: 'x', dimensions: 1 },
  ])('refuses %j', (value) => {
    expect(isChildMessage(value)).toBe(false)
  })

  it('refuses anything else', () => {
    const refuses = fc.property(fc.anything(), (value) => !isChildMessage(value))
    expect(() => fc.assert(refuses)).not.toThrow()
  })
})
