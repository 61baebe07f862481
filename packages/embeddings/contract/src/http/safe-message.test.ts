import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EmbeddingError } from '../errors.js'
import { failureWithout, oneLine, withoutSecrets } from './safe-message.js'

describe('oneLine', () => {
  it('removes line breaks and control characters', () => {
    expect(oneLine(' No\n\u001B[2Jgood:\u202E txt.exe ')).toBe('No [2Jgood: txt.exe')
  })

  it('is short and printable for any text', () => {
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

const key = 'sk-CANARY/a+b=c7890'
/** Like keys: long enough not to occur by chance, with characters that encodings change. */
const someKey = fc
  .string({ minLength: 12, maxLength: 60, unit: fc.constantFrom(...'abcXYZ0189-_+/=.~ %&"\\äж') })
  .filter((text) => text.trim() !== '')

const base64 = (text: string) => Buffer.from(text).toString('base64')

const writings: readonly [string, (secret: string) => string][] = [
  ['raw', (secret) => secret],
  ['URL-encoded', encodeURIComponent],
  [
    'URL-encoded in lower case',
    (secret) => encodeURIComponent(secret).replaceAll(/%../g, (byte) => byte.toLowerCase()),
  ],
  ['in a query', (secret) => new URLSearchParams({ key: secret }).toString().slice('key='.length)],
  ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
]

describe('withoutSecrets', () => {
  it('marks a removed secret', () => {
    expect(withoutSecrets(`Bearer ${key} was refused`, [key])).toBe('Bearer [secret] was refused')
  })

  it.each(writings)('removes a secret that is %s, at any position', (_, write) => {
    fc.assert(
      fc.property(someKey, fc.string(), fc.string(), (secret, before, after) => {
        const cleaned = withoutSecrets(`${before} ${write(secret)} ${after}`, [secret])
        expect(cleaned).not.toContain(write(secret))
        expect(cleaned).toContain('[secret]')
      }),
    )
  })

  it('removes all base64 digits of a secret except those shared with its neighbours', () => {
    fc.assert(
      fc.property(
        someKey,
        fc.string({ maxLength: 8 }),
        fc.string({ maxLength: 8 }),
        (secret, before, after) => {
          const encoded = base64(before + secret + after)
          const urlSafe = Buffer.from(before + secret + after).toString('base64url')
          for (const text of [encoded, urlSafe]) {
            const parts = withoutSecrets(text, [secret]).split('[secret]')
            expect(parts.length).toBe(2)
            const shared = 2
            const digits = (length: number) => Math.ceil((length * 8) / 6) + shared
            expect(parts[0]?.length).toBeLessThanOrEqual(digits(Buffer.byteLength(before)))
            expect(parts[1]?.replace(/=+$/, '').length).toBeLessThanOrEqual(digits(Buffer.byteLength(after)))
          }
        },
      ),
    )
  })

  it('changes nothing without a secret', () => {
    const words = fc
      .array(fc.constantFrom('the', 'key', 'was', 'refused', '401', 'Bearer'))
      .map((each) => each.join(' '))
    fc.assert(
      fc.property(words, (text) => {
        expect(withoutSecrets(text, [key, ''])).toBe(text)
      }),
    )
  })

  it('removes the longer of two secrets first, and all occurrences', () => {
    expect(withoutSecrets('abc-def abc abc-def', ['abc', 'abc-def'])).toBe('[secret] [secret] [secret]')
  })

  it('does not treat a secret as a pattern', () => {
    expect(withoutSecrets('aaaa .*(x)', ['.*(x)'])).toBe('aaaa [secret]')
  })
})

describe('failureWithout', () => {
  const vectors = [new Float32Array([1])]
  const options = { isRetryable: true, retryAfter: 5, vectors, cause: new Error('a', { cause: key }) }
  const failure = new EmbeddingError('EMBEDDING_REQUEST_FAILED', `It does not take ${key}.`, options)

  it('removes the secret from the message, and the causes', () => {
    const clean = failureWithout([key], failure)
    const message = 'It does not take [secret].'
    expect(clean).toMatchObject({ ...options, code: 'EMBEDDING_REQUEST_FAILED', message, cause: undefined })
    expect(inspect(clean, { showHidden: true })).not.toContain('CANARY')
  })

  it('leaves a failure unchanged without secrets', () => {
    expect(failureWithout([], failure)).toBe(failure)
  })
})
