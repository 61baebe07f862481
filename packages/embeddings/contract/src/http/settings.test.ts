import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EmbeddingError } from '../errors.js'
import { assertApiKey, assertDimensions, assertEndpoint } from './settings.js'

const words = { service: 'Example', remedy: 'Create one at https://example.com/key.' }

describe('assertApiKey', () => {
  it('trims the key', () => {
    expect(assertApiKey('  sk-CANARY$x\r\n', words.service, words.remedy)).toBe('sk-CANARY$x')
  })

  it.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['${CANARY_KEY}', 'is a variable that was not expanded'],
    ['Bearer ${CANARY}', 'is a variable that was not expanded'],
    ['$CANARY_KEY', 'is a variable that was not expanded'],
    ['sk-CANARY\nX-Other: 1', 'contains invalid characters'],
    ['sk-CANARY…', 'contains invalid characters'],
  ])('rejects %j without quoting it', (apiKey, fault) => {
    const message = `The API key for Example ${fault}. ${words.remedy}`
    const error = expect.objectContaining({ code: 'EMBEDDING_MODEL_UNAVAILABLE', message })
    expect(() => assertApiKey(apiKey, words.service, words.remedy)).toThrow(error)
  })
})

describe('assertDimensions', () => {
  it.each([0, -1, 1.5, Number.NaN, Infinity])('rejects %d', (dimensions) => {
    const error = expect.objectContaining({ code: 'EMBEDDING_MODEL_UNAVAILABLE' })
    expect(() => assertDimensions(dimensions)).toThrow(error)
  })

  it('accepts whole numbers', () => {
    expect(() => assertDimensions(1)).not.toThrow()
  })
})

/** Whether a base URL is accepted, or the text of its error. */
type Verdict = 'allowed' | RegExp

const unencrypted = /unencrypted/
const reserved = /a reserved address/
const scheme = /starts with \w+:;/
const userinfo = /user name or password/
const notUrl = /is not a valid URL/

const verdicts: readonly [baseUrl: string, byDefault: Verdict, ifHttpIsAllowed?: Verdict][] = [
  ['https://api.openai.com/v1', 'allowed'],
  ['https://api.openai.com:8443/v1', 'allowed'],
  ['HTTPS://API.OPENAI.COM', 'allowed'],
  ['https://10.0.0.5/v1', 'allowed'],
  ['https://[2606:4700::1111]/', 'allowed'],
  ['https://例え.jp/v1', 'allowed'],
  ['http://localhost:11434', 'allowed'],
  ['http://LOCALHOST.:11434', 'allowed'],
  ['http://ⓛocalhost:11434', 'allowed'],
  ['http://models.localhost:8080', unencrypted, 'allowed'],
  ['http://127.0.0.1:11434', 'allowed'],
  ['http://127.9.9.9', 'allowed'],
  ['http://127.1', 'allowed'],
  ['http://[::1]:11434', 'allowed'],
  ['http://[0:0:0:0:0:0:0:1]', 'allowed'],
  // Plain text to other hosts.
  ['http://api.openai.com/v1', unencrypted, 'allowed'],
  ['http://192.168.1.20:11434', unencrypted, 'allowed'],
  ['http://10.0.0.5', unencrypted, 'allowed'],
  ['http://[fd12:3456::1]', unencrypted, 'allowed'],
  ['http://localhost.example.com', unencrypted, 'allowed'],
  ['http://notlocalhost', unencrypted, 'allowed'],
  ['http://127.0.0.1.nip.io', unencrypted, 'allowed'],
  ['http://[::ffff:127.0.0.1]', unencrypted, 'allowed'],
  ['http://例え.jp', unencrypted, 'allowed'],
  // Reserved addresses.
  ['http://0.0.0.0:11434', reserved, reserved],
  ['http://0', reserved, reserved],
  ['https://0.1.2.3', reserved],
  ['http://[::]:11434', reserved, reserved],
  ['https://[::ffff:0.0.0.0]', reserved],
  ['https://255.255.255.255', reserved],
  ['https://224.0.0.1', reserved],
  ['https://[ff02::1]', reserved],
  // Link-local, in every notation.
  ['http://169.254.169.254/latest/meta-data', reserved, reserved],
  ['https://169.254.169.254', reserved],
  ['https://169.254.0.1.', reserved],
  ['http://2852039166', reserved, reserved],
  ['http://0xA9FEA9FE', reserved, reserved],
  ['http://0251.0376.0251.0376', reserved, reserved],
  ['http://169.254.43518', reserved, reserved],
  ['http://１６９.２５４.１６９.２５４', reserved, reserved],
  ['http://%31%36%39.254.169.254', reserved, reserved],
  ['https://[::ffff:169.254.169.254]', reserved],
  ['https://[::ffff:a9fe:a9fe]', reserved],
  ['https://[fe80::1]', reserved],
  ['https://[febf::1]', reserved],
  // Metadata services.
  ['http://metadata.google.internal/computeMetadata/v1', reserved, reserved],
  ['https://METADATA.google.internal.', reserved],
  ['http://metadata', reserved, reserved],
  ['http://instance-data', reserved, reserved],
  ['http://100.100.100.200', reserved, reserved],
  ['https://168.63.129.16', reserved],
  ['https://[fd00:ec2::254]', reserved],
  ['https://[fd20:ce::254]', reserved],
  // Other schemes.
  ['file:///etc/passwd', scheme],
  ['file://localhost/etc/passwd', scheme],
  ['ftp://example.com', scheme],
  ['ws://localhost', scheme],
  ['gopher://127.0.0.1:6379/_x', scheme],
  ['data:application/json,{}', scheme],
  ['javascript:alert(1)', scheme],
  ['localhost:11434', scheme],
  ['api.openai.com/v1', notUrl],
  ['', notUrl],
  ['https://', notUrl],
  ['https://[fe80::1%25eth0]', notUrl],
  ['https://1.2.3.4.5.', notUrl],
  ['https://256.256.256.256', notUrl],
  ['https://example.com:99999', notUrl],
  // Names and passwords.
  ['https://user:hunter2@api.openai.com', userinfo],
  ['https://hunter2@api.openai.com', userinfo],
  ['https://:hunter2@api.openai.com', userinfo],
  ['https://api.openai.com:hunter2@evil.example', userinfo],
  ['https://${HOST}/v1', /was not expanded/],
]

/** `allowed`, or the message of the error. */
function verdictOn(baseUrl: string, allowHttp: boolean): string {
  try {
    assertEndpoint(baseUrl, allowHttp)
    return 'allowed'
  } catch (error) {
    return EmbeddingError.isInstance(error) ? `${error.code} ${error.message}` : `not ours: ${String(error)}`
  }
}

function like(verdict: Verdict): RegExp {
  return verdict === 'allowed' ? /^allowed$/ : new RegExp(`^EMBEDDING_MODEL_UNAVAILABLE .*${verdict.source}`)
}

describe('assertEndpoint', () => {
  it.each(verdicts)('judges %j', (baseUrl, byDefault, ifHttpIsAllowed = byDefault) => {
    expect(verdictOn(baseUrl, false)).toMatch(like(byDefault))
    expect(verdictOn(baseUrl, true)).toMatch(like(ifHttpIsAllowed))
  })

  it('quotes no password', () => {
    const withPassword = verdicts.map(([baseUrl]) => baseUrl).filter((baseUrl) => baseUrl.includes('hunter2'))
    expect(withPassword.length).toBeGreaterThan(2)
    for (const baseUrl of withPassword) expect(verdictOn(baseUrl, false)).not.toContain('hunter2')
  })

  it('returns the URL unchanged', () => {
    expect(assertEndpoint('https://api.example.com/v1/').href).toBe('https://api.example.com/v1/')
  })

  it('rejects every link-local address in every notation', () => {
    const notations = [
      (value: number) => `http://${value}/`,
      (value: number) => `http://0x${value.toString(16)}/`,
      (value: number) => `http://0${value.toString(8)}./`,
      (value: number) => `http://169.${value & 0xffffff}/`,
      (value: number) => `http://[::ffff:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]/`,
    ]
    const address = fc.integer({ min: 0xa9fe0000, max: 0xa9feffff })
    fc.assert(
      fc.property(address, fc.constantFrom(...notations), (value, write) => {
        expect(verdictOn(write(value), true)).toMatch(like(reserved))
      }),
    )
  })

  it('rejects http for other machines unless it is allowed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV4Extended(),
          fc.ipV6().map((address) => `[${address}]`),
        ),
        (host) => {
          const { hostname } = new URL(`http://${host}/`)
          const isLoopback = /^(127\.|\[::1\]$)/.test(hostname)
          expect(verdictOn(`http://${host}/`, false) === 'allowed').toBe(isLoopback)
        },
      ),
    )
  })
})
