import { describe, expect, it } from 'vitest'
import { renderJson } from './render-json.js'

describe('renderJson', () => {
  it('means the same, and holds nothing that a terminal would obey', () => {
    const value = { 'a\u009b1m': ['\u001b[2J\u007f\u202e\u2028x', 1, null] }
    const text = renderJson(value)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).not.toMatch(/[\u007f-\u009f\u202e\u2028\u001b]/u)
    expect(text.endsWith('}\n')).toBe(true)
  })
})
