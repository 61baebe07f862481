import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EmbeddingError } from '../errors.js'
import { assertApiKey, assertDimensions, assertEndpoint } from './settings.js'

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

/** What a base URL is answered with: the URL itself, or words of the refusal; also where `http:` is allowed. */
type Verdict = 'allowed' | RegExp

const unencrypted = /unencrypted/
const noProvider = /no provider has/
const scheme = /begins with \w+:;/
const userinfo = /user name or password/
const notUrl = /is not a URL/

const verdicts: readonly [baseUrl: string, byDefault: Verdict, whereHttpIsAllowed?: Verdict][] = [
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
  // Nowhere.
  ['http://0.0.0.0:11434', noProvider, noProvider],
  ['http://0', noProvider, noProvider],
  ['https://0.1.2.3', noProvider],
  ['http://[::]:11434', noProvider, noProvider],
  ['https://[::ffff:0.0.0.0]', noProvider],
  ['https://255.255.255.255', noProvider],
  ['https://224.0.0.1', noProvider],
  ['https://[ff02::1]', noProvider],
  // Link-local, in all its clothes.
  ['http://169.254.169.254/latest/meta-data', noProvider, noProvider],
  ['https://169.254.169.254', noProvider],
  ['https://169.254.0.1.', noProvider],
  ['http://2852039166', noProvider, noProvider],
  ['http://0xA9FEA9FE', noProvider, noProvider],
  ['http://0251.0376.0251.0376', noProvider, noProvider],
  ['http://169.254.43518', noProvider, noProvider],
  ['http://１６９.２５４.１６９.２５４', noProvider, noProvider],
  ['http://%31%36%39.254.169.254', noProvider, noProvider],
  ['https://[::ffff:169.254.169.254]', noProvider],
  ['https://[::ffff:a9fe:a9fe]', noProvider],
  ['https://[fe80::1]', noProvider],
  ['https://[febf::1]', noProvider],
  // Metadata services.
  ['http://metadata.google.internal/computeMetadata/v1', noProvider, noProvider],
  ['https://METADATA.google.internal.', noProvider],
  ['http://metadata', noProvider, noProvider],
  ['http://instance-data', noProvider, noProvider],
  ['http://100.100.100.200', noProvider, noProvider],
  ['https://168.63.129.16', noProvider],
  ['https://[fd00:ec2::254]', noProvider],
  ['https://[fd20:ce::254]', noProvider],
  // Not the web.
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
  ['https://${HOST}/v1', /was not replaced/],
]

/** `allowed`, or what the refusal says. */
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
  it.each(verdicts)('judges %j', (baseUrl, byDefault, whereHttpIsAllowed = byDefault) => {
    expect(verdictOn(baseUrl, false)).toMatch(like(byDefault))
    expect(verdictOn(baseUrl, true)).toMatch(like(whereHttpIsAllowed))
  })

  it('repeats no password', () => {
    const withPassword = verdicts.map(([baseUrl]) => baseUrl).filter((baseUrl) => baseUrl.includes('hunter2'))
    expect(withPassword.length).toBeGreaterThan(2)
    for (const baseUrl of withPassword) expect(verdictOn(baseUrl, false)).not.toContain('hunter2')
  })

  it('gives the URL as it is written', () => {
    expect(assertEndpoint('https://api.example.com/v1/').href).toBe('https://api.example.com/v1/')
  })

  it('refuses every link-local address in every notation of it', () => {
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
        expect(verdictOn(write(value), true)).toMatch(like(noProvider))
      }),
    )
  })

  it('never sends http to an address outside this machine unless it is allowed', () => {
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
