import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pickledPoint } from './__fixtures__/pickled-point.js'
import { readPickle } from './python-pickle.js'

/* Made by Python 3.11: base64.b64encode(pickle.dumps(value, protocol=…)). */
const protocol2 =
  'gAJ9cQAoWAQAAAB0ZXh0cQFYCwAAAEdyw7zDn2Ug5pWwcQJYAQAAAG5xA11xBChLAEv/TQABSv////9KcBEBAIoGAAAAAAABZVgBAAAAZnEFRz/4AAAAAAAAWAEAAAB0cQaIiU6HcQdYAQAAAHNxCGNfX2J1aWx0aW5fXwpzZXQKcQldcQpLAWGFcQtScQxYBQAAAGFnYWlucQ1oAVgDAAAAb25lcQ5YAQAAAGFxD4VxEFgCAAAAbjJxEWgEdS4='
const protocol4 =
  'gASVeAAAAAAAAAB9lCiMBHRleHSUjAtHcsO8w59lIOaVsJSMAW6UXZQoSwBL/00AAUr/////SnARAQCKBgAAAAAAAWWMAWaURz/4AAAAAAAAjAF0lIiJToeUjAFzlI+UKEsBkIwFYWdhaW6UaAGMA29uZZSMAWGUhZSMAm4ylGgEdS4='
/** An object of a class with `self.x = 1`, by protocol 5. */
const object = 'gAWVHwAAAAAAAACMCF9fbWFpbl9flIwBQZSTlCmBlH2UjAF4lEsBc2Iu'

const read = (text: string) => JSON.parse(JSON.stringify(readPickle(Buffer.from(text, 'base64')))) as unknown

describe('a pickle', () => {
  it.each([protocol2, protocol4])('is read by the values of Python', (text) => {
    const numbers = [0, 255, 256, -1, 70_000, 2 ** 40]
    expect(read(text)).toEqual({
      ...{ text: 'Grüße 数', n: numbers, f: 1.5, t: [true, false, null], s: [1] },
      ...{ again: 'text', one: ['a'], n2: numbers },
    })
  })

  it('gives the fields of an object, and runs nothing', () => {
    expect(read(object)).toEqual({ x: 1 })
    // import os; the object says that os.system is to be called with `false` to make it.
    const call = Buffer.from("\x80\x02cos\nsystem\nX\x05\0\0\0false\x85R.", 'latin1')
    expect(readPickle(call)).toBe('false')
  })

  it('of a point has its payload, whatever that is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (payload) => {
        const point = readPickle(pickledPoint({ id: 'a', payload: payload as object })) as { payload: object }
        expect(JSON.parse(JSON.stringify(point.payload))).toEqual(JSON.parse(JSON.stringify(payload)))
      }),
    )
  })

  it('that is cut or has other bytes is an error, never a wait', () => {
    const whole = pickledPoint({ id: 'a', payload: { data: 'A text.' } })
    for (let length = 0; length < whole.length; length += 1) expect(() => readPickle(whole.slice(0, length))).toThrow()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          readPickle(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})
