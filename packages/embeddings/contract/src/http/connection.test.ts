import { request } from 'node:https'
import { answerJson, expired, otherHost, reset, selfSigned, startServer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { EmbeddingError } from '../errors.js'
import { type ConnectionOptions, createConnection, failureOfNetwork } from './connection.js'
import type { Fetch } from './guard-fetch.js'

const endpoint = new URL('https://api.example.com/v1')
const secret = 'sk-CANARY-0123456789'

function connect(answer: Fetch, options: Partial<ConnectionOptions> = {}) {
  return createConnection({
    provider: 'test',
    endpoint,
    fetch: answer,
    secrets: [secret],
    now: () => 0,
    ...options,
  })
}

/** An exchange like that of an SDK that hides the cause. */
const hiding = (fetch: Fetch) =>
  fetch(endpoint).then(
    (response) => response.text(),
    () => {
      throw new Error('Connection error.')
    },
  )

describe('createConnection', () => {
  it('returns the result of the exchange', async () => {
    const connection = connect(async () => new Response('good'))
    expect(connection.host).toBe('api.example.com')
    expect(await connection.ask(hiding, undefined)).toBe('good')
    expect(connection.clean(`It is ${secret}.`)).toBe('It is [secret].')
  })

  it('reports a refusal that the exchange hides, without the secret', async () => {
    const connection = connect(async () =>
      Response.json(
        { error: { message: `Slow down, ${secret}` } },
        { status: 429, headers: { 'retry-after': '3' } },
      ),
    )
    await expect(connection.ask(hiding, undefined)).rejects.toMatchObject({
      code: 'EMBEDDING_REQUEST_FAILED',
      retryAfter: 3000,
      message: expect.stringContaining('Slow down, [secret]'),
    })
  })

  it('reports a network failure that the exchange hides, and drops a cause with the secret', async () => {
    const cause = Object.assign(new Error(`connect ${secret}`), { code: 'ECONNREFUSED' })
    const connection = connect(() => Promise.reject(new TypeError('fetch failed', { cause })))
    const error: unknown = await connection.ask(hiding, undefined).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true, cause: undefined })
    expect(String(error)).toContain('ECONNREFUSED')
  })

  it('lets the provider explain its own errors', async () => {
    const explained = new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'Pull it.')
    const explain: ConnectionOptions['explain'] = ({ status }) => (status === 404 ? explained : undefined)
    const answering = (status: number) => connect(async () => new Response('', { status }), { explain })
    await expect(answering(404).ask(hiding, undefined)).rejects.toMatchObject({ message: explained.message })
    await expect(answering(503).ask(hiding, undefined)).rejects.toMatchObject({ isRetryable: true })
  })

  it('does not report an error of the exchange as a network failure', async () => {
    const failing = async (): Promise<never> => {
      throw new SyntaxError('Unexpected token')
    }
    await expect(connect(async () => new Response('')).ask(failing, undefined)).rejects.toMatchObject({
      code: 'EMBEDDING_RESPONSE_INVALID',
    })
  })

  it('rejects with the reason of the signal, even if the exchange fails otherwise', async () => {
    const controller = new AbortController()
    const connection = connect(() => new Promise(() => {}))
    const answer = connection.ask(hiding, controller.signal)
    controller.abort('enough')
    await expect(answer).rejects.toBe('enough')
    await expect(connection.ask(hiding, controller.signal)).rejects.toBe('enough')
  })
})

const context = { provider: 'openai', host: 'api.example.com' }
const coded = (code: string) => Object.assign(new Error(`it says ${code}`), { code })
/** Errors of Node's fetch, and as SDKs wrap them. */
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
  ])('%s is permanent, with the code and the host in the message', (code) => {
    const error = failureOfNetwork(wrapped(code), context)
    expect(error).toMatchObject(terminal)
    expect(error.message).toContain(`openai at api.example.com failed the TLS check (${code})`)
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
  ])('%s may be retried', (code) => {
    const error = failureOfNetwork(wrapped(code), context)
    expect(error).toMatchObject(passing)
    expect(error.message).toContain(`api.example.com could not be reached (${code})`)
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
    ['a bug in a program', new TypeError('x is not a function'), puzzling],
    ['a value that is not an error', 'boom', puzzling],
    ['nothing', undefined, puzzling],
  ])('recognises %s', (_, error, expected) => {
    expect(failureOfNetwork(error, context)).toMatchObject({ ...expected, cause: error })
  })

  it('unwraps an embedding error that an SDK has wrapped', () => {
    const inner = new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'Stalled; try again.', { isRetryable: true })
    expect(failureOfNetwork(new Error('Connection error.', { cause: inner }), context)).toBe(inner)
  })

  it('ends with an error that is its own cause', () => {
    const error = new Error('odd')
    error.cause = error
    expect(failureOfNetwork(error, context)).toMatchObject(puzzling)
  })

  it('quotes no other messages, which may contain URLs with keys', () => {
    const error = new TypeError('fetch failed: https://api.example.com/?key=sk-CANARY')
    expect(failureOfNetwork(error, context).message).not.toContain('CANARY')
  })
})

describe('failureOfNetwork of a real network', () => {
  it.each([
    ['of an unknown authority', selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['that has expired', expired, 'CERT_HAS_EXPIRED'],
  ])('never accepts a certificate %s', async (_, identity, code) => {
    const server = await startServer(answerJson({}), identity)
    const error = await thrownBy(fetch(server.url, { headers: { Authorization: 'Bearer sk-test' } }))
    const message = expect.stringContaining(code)
    expect(failureOfNetwork(error, context)).toMatchObject({ ...terminal, message })
    expect(server.requests).toEqual([])
  })

  it('never accepts a certificate of another host', async () => {
    const server = await startServer(answerJson({}), otherHost)
    const error = await new Promise((resolve) => {
      request(server.url, { ca: otherHost.cert }).on('error', resolve).end()
    })
    const message = expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(failureOfNetwork(error, context)).toMatchObject({ ...terminal, message })
    expect(server.requests).toEqual([])
  })

  it('never falls back to plain text', async () => {
    const server = await startServer(answerJson({}))
    const error = await thrownBy(fetch(`https://${new URL(server.url).host}`))
    expect(failureOfNetwork(error, context)).toMatchObject(terminal)
  })

  it('is retryable for requests without an answer, cut answers and unknown hosts', async () => {
    const server = await startServer(reset())
    expect(failureOfNetwork(await thrownBy(fetch(server.url)), context)).toMatchObject(passing)
    await server.stop()
    expect(failureOfNetwork(await thrownBy(fetch(server.url)), context)).toMatchObject(passing)
    const error = await thrownBy(fetch('https://no-such-host.invalid'))
    expect(failureOfNetwork(error, context)).toMatchObject(passing)
  })
})

function thrown(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
