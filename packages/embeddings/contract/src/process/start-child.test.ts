import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastWordsOf } from './start-child.js'

describe('lastWordsOf', () => {
  it('prefers the last line about a failure', () => {
    const output = ['loading', 'GGML_ASSERT(a < b) failed', 'frame 1', 'frame 2', ''].join('\n')
    expect(lastWordsOf(output)).toBe('GGML_ASSERT(a < b) failed')
  })

  it('falls back to the last line that is not blank', () => {
    expect(lastWordsOf('one\ntwo\n\n  \n')).toBe('two')
  })

  it('is empty without output', () => {
    expect(lastWordsOf('')).toBe('')
  })

  it('is one short printable line for any output', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4000 }), (output) => {
        const line = lastWordsOf(output)
        expect(line.length).toBeLessThanOrEqual(300 + '…'.length)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      }),
    )
  })
})
