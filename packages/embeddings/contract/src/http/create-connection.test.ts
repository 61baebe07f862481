import { describe, expect, it } from 'vitest'
import { EmbeddingError } from '../errors.js'
import { type ConnectionOptions, createConnection } from './create-connection.js'
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

/** An exchange as that of an SDK that hides what went wrong. */
const hiding = (fetch: Fetch) =>
  fetch(endpoint).then(
    (response) => response.text(),
    () => {
      throw new Error('Connection error.')
    },
  )

describe('createConnection', () => {
  it('gives what the exchange makes of a good answer', async () => {
    const connection = connect(async () => new Response('good'))
    expect(connection.host).toBe('api.example.com')
    expect(await connection.ask(hiding, undefined)).toBe('good')
    expect(connection.clean(`It is ${secret}.`)).toBe('It is [secret].')
  })

  it('knows a refusal that the exchange hides, and tells it without the secret', async () => {
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

  it('knows a failure of the network that the exchange hides, and drops a cause with the secret', async () => {
    const cause = Object.assign(new Error(`connect ${secret}`), { code: 'ECONNREFUSED' })
    const connection = connect(() => Promise.reject(new TypeError('fetch failed', { cause })))
    const error: unknown = await connection.ask(hiding, undefined).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true, cause: undefined })
    expect(String(error)).toContain('ECONNREFUSED')
  })

  it('lets the provider explain what it alone answers', async () => {
    const own = new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'Pull it.')
    const explain: ConnectionOptions['explain'] = ({ status }) => (status === 404 ? own : undefined)
    const answering = (status: number) => connect(async () => new Response('', { status }), { explain })
    await expect(answering(404).ask(hiding, undefined)).rejects.toBe(own)
    await expect(answering(503).ask(hiding, undefined)).rejects.toMatchObject({ isRetryable: true })
  })

  it('takes an error in the exchange itself for no fault of the network', async () => {
    const failing = async (): Promise<never> => {
      throw new SyntaxError('Unexpected token')
    }
    await expect(connect(async () => new Response('')).ask(failing, undefined)).rejects.toMatchObject({
      code: 'EMBEDDING_RESPONSE_INVALID',
    })
  })

  it('rejects with the reason of the signal, whatever the exchange says', async () => {
    const controller = new AbortController()
    const connection = connect(() => new Promise(() => {}))
    const answer = connection.ask(hiding, controller.signal)
    controller.abort('enough')
    await expect(answer).rejects.toBe('enough')
    await expect(connection.ask(hiding, controller.signal)).rejects.toBe('enough')
  })
})
