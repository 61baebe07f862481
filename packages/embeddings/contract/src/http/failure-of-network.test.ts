import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { EmbeddingError } from '../errors.js'
import { listen, serve } from './__fixtures__/loopback-server.js'
import { failureOfNetwork } from './failure-of-network.js'

const context = { provider: 'openai', host: 'api.example.com' }
const coded = (code: string) => Object.assign(new Error(`it says ${code}`), { code })
/** As Node's fetch throws, and as SDKs wrap that. */
const wrapped = (code: string) =>
  new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: coded(code) }) })

const terminal = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }
const passing = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }
const puzzling = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: false }

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('failureOfNetwork', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_REVOKED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'EPROTO',
  ])('never repeats what failed with %s, and names code and host', (code) => {
    const error = failureOfNetwork(wrapped(code), context)
    expect(error).toMatchObject(terminal)
    expect(error.message).toContain(`openai at api.example.com could not prove with TLS who it is (${code})`)
  })

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EPIPE',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_SOCKET',
  ])('may be repeated after %s', (code) => {
    const error = failureOfNetwork(wrapped(code), context)
    expect(error).toMatchObject(passing)
    expect(error.message).toContain(`api.example.com could not be asked (${code})`)
  })

  it.each<[string, unknown, object]>([
    [
      'all addresses refused',
      new TypeError('fetch failed', { cause: new AggregateError([coded('ECONNREFUSED')]) }),
      passing,
    ],
    ['a cut body', new TypeError('terminated'), passing],
    ["an SDK's own timeout", new Error('Request timed out.'), passing],
    [
      'broken JSON',
      thrown(() => JSON.parse('<html>')),
      { code: 'EMBEDDING_RESPONSE_INVALID', isRetryable: false },
    ],
    ['a mistake in a program', new TypeError('x is not a function'), puzzling],
    ['something that is no error', 'boom', puzzling],
    ['nothing', undefined, puzzling],
  ])('knows %s', (_, error, expected) => {
    expect(failureOfNetwork(error, context)).toMatchObject({ ...expected, cause: error })
  })

  it('gives back an embedding error that an SDK has wrapped', () => {
    const inner = new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'Stalled; try again.', { isRetryable: true })
    expect(failureOfNetwork(new Error('Connection error.', { cause: inner }), context)).toBe(inner)
  })

  it('ends with an error that is its own cause', () => {
    const error = new Error('odd')
    error.cause = error
    expect(failureOfNetwork(error, context)).toMatchObject(puzzling)
  })

  it('repeats no words of others, which may hold URLs with keys', () => {
    const error = new TypeError('fetch failed: https://api.example.com/?key=sk-CANARY')
    expect(failureOfNetwork(error, context).message).not.toContain('CANARY')
  })
})

describe('failureOfNetwork of a real network', () => {
  const pem = readFileSync(new URL('__fixtures__/self-signed.pem', import.meta.url))

  it('never accepts a certificate of no known authority', async () => {
    let asked = 0
    const https = createServer({ key: pem, cert: pem }, (_, response) => {
      asked += 1
      response.end('{}')
    })
    await using server = await listen(https, [], 'https:')
    const error = await thrownBy(fetch(server.url, { headers: { Authorization: 'Bearer sk-test' } }))
    expect(failureOfNetwork(error, context)).toMatchObject({
      ...terminal,
      message: expect.stringContaining('SELF_SIGNED_CERT'),
    })
    expect(asked).toBe(0)
  })

  it('never falls back to plain text', async () => {
    await using server = await serve((_, response) => response.end('{}'))
    const error = await thrownBy(fetch(`https://${server.url.host}`))
    expect(failureOfNetwork(error, context)).toMatchObject(terminal)
  })

  it('may repeat requests that are not answered or cut off', async () => {
    const server = await serve((request) => request.socket.destroy())
    expect(failureOfNetwork(await thrownBy(fetch(server.url)), context)).toMatchObject(passing)
    await server[Symbol.asyncDispose]()
    expect(failureOfNetwork(await thrownBy(fetch(server.url)), context)).toMatchObject(passing)
  })
})

function thrown(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
