import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inlineJson } from './inline-json.js'

describe('inlineJson', () => {
  it('holds nothing that HTML or JavaScript would read otherwise', () => {
    expect(inlineJson({ '</script>': '<!--&\u2028\u2029' })).toBe(
      String.raw`{"\u003c/script\u003e":"\u003c!--\u0026\u2028\u2029"}`,
    )
  })

  it('says the same as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = inlineJson(value)
        expect(text).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
      }),
    )
  })
})
