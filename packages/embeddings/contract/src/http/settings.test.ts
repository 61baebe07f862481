import { describe, expect, it } from 'vitest'
import { assertApiKey, assertDimensions } from './settings.js'

const words = { owner: 'Example', remedy: 'Take one from https://example.com/key.' }

describe('assertApiKey', () => {
  it('gives the key without the white space around it', () => {
    expect(assertApiKey('  sk-CANARY$x\r\n', words.owner, words.remedy)).toBe('sk-CANARY$x')
  })

  it.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['${CANARY_KEY}', 'is a variable that was not replaced'],
    ['Bearer ${CANARY}', 'is a variable that was not replaced'],
    ['$CANARY_KEY', 'is a variable that was not replaced'],
    ['sk-CANARY\nX-Other: 1', 'holds characters that no key has'],
    ['sk-CANARY…', 'holds characters that no key has'],
  ])('refuses %j without repeating it', (apiKey, fault) => {
    const message = `The API key for Example ${fault}. ${words.remedy}`
    const error = expect.objectContaining({ code: 'EMBEDDING_MODEL_UNAVAILABLE', message })
    expect(() => assertApiKey(apiKey, words.owner, words.remedy)).toThrow(error)
  })
})

describe('assertDimensions', () => {
  it.each([0, -1, 1.5, Number.NaN, Infinity])('refuses %d', (dimensions) => {
    const error = expect.objectContaining({ code: 'EMBEDDING_MODEL_UNAVAILABLE' })
    expect(() => assertDimensions(dimensions)).toThrow(error)
  })

  it('accepts whole numbers', () => {
    expect(() => assertDimensions(1)).not.toThrow()
  })
})
