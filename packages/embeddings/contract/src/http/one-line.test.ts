import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine } from './one-line.js'

describe('oneLine', () => {
  it('takes out what breaks lines or moves a cursor', () => {
    expect(oneLine(' No\n\u001B[2Jgood:\u202E txt.exe ')).toBe('No [2Jgood: txt.exe')
  })

  it('is short and printable, whatever is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (words) => {
        const line = oneLine(words)
        expect(line.length).toBeLessThanOrEqual(301)
        expect(line.isWellFormed()).toBe(true)
        expect(line).not.toMatch(/[\n\r\p{Cc}\p{Bidi_Control}]/u)
      }),
    )
    expect(oneLine('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`)
  })
})
