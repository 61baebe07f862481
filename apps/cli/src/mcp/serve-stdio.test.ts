import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pacedInput } from './serve-stdio.js'

describe('pacedInput', () => {
  it('hands on everything, at most one line at a time', async () => {
    const chunk = fc.array(fc.constantFrom('a', 'bc', '\n'), { maxLength: 9 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 6 }), async (chunks) => {
        const input = new PassThrough()
        const pieces = Array.fromAsync(
          pacedInput(input, async () => {}),
          String,
        )
        for (const text of chunks) input.write(text)
        input.end()
        expect((await pieces).join('')).toBe(chunks.join(''))
        expect((await pieces).filter((piece) => /\n./u.test(piece))).toEqual([])
      }),
    )
  })

  it('waits until the next line may come, and sees the end of the input meanwhile', async () => {
    const input = new PassThrough()
    let allow = () => {}
    const paced = pacedInput(input, () => new Promise((resolve) => (allow = resolve)))
    const heard: string[] = []
    paced.on('data', (piece: Buffer) => heard.push(piece.toString()))
    const ended = once(input, 'end')
    const pacedEnd = once(paced, 'end')
    input.end('one\ntwo\nthree\n')
    await ended
    for (const expected of [[], ['one\n'], ['one\n', 'two\n'], ['one\n', 'two\n', 'three\n']]) {
      await setImmediate()
      await setImmediate()
      expect(heard).toEqual(expected)
      allow()
    }
    await pacedEnd
  })

  it('does not hold more than some megabytes', async () => {
    const input = new PassThrough()
    pacedInput(input, () => new Promise(() => {})).resume()
    const text = `${'x'.repeat(1023)}\n`
    let written = 0
    for (let rounds = 0; rounds < 1000 && written < 32 * 1024 * 1024; rounds++) {
      while (input.write(text)) written += text.length
      await setImmediate()
    }
    expect(written).toBeGreaterThan(2 * 1024 * 1024)
    expect(written).toBeLessThan(6 * 1024 * 1024)
  })

  it('fails as the input does', async () => {
    const input = new PassThrough()
    const pieces = Array.fromAsync(
      pacedInput(input, async () => {}),
      String,
    )
    input.destroy(new RangeError('broken'))
    await expect(pieces).rejects.toThrow('broken')
  })
})
