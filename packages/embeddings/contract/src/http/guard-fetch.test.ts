import { getEventListeners } from 'node:events'
import { gzipSync } from 'node:zlib'
import {
  type Answer,
  answerJson,
  answerText,
  cutChunk,
  cutLength,
  drip,
  endlessBody,
  gzipBomb,
  type LoopbackServer,
  redirectTo,
  silence,
  stall,
  startServer,
} from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOfNetwork } from './connection.js'
import { guardFetch, type GuardOptions } from './guard-fetch.js'

async function serve(answer: Answer, options: Partial<GuardOptions> = {}) {
  const server = await startServer(answer)
  const ask = guardFetch(fetch, { endpoint: new URL(server.url), ...options })
  return { server, url: `${server.url}/v1/embeddings`, ask }
}

/** The reason of a rejection. */
function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  )
}

/** An aborted call leaves no open request. */
const expectFreed = (server: LoopbackServer) => expect.poll(() => server.underWay()).toBe(0)

const answer = { data: [{ index: 0, embedding: [1, 2] }] }
const stalls = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }
const refuses = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }

describe('guardFetch with a valid answer', () => {
  it.each<[string, (url: string) => Parameters<typeof fetch>]>([
    ['a string', (url) => [url, { method: 'POST', body: 'hi' }]],
    ['a URL', (url) => [new URL(url), { method: 'POST', body: 'hi' }]],
    ['a Request', (url) => [new Request(url, { method: 'POST', body: 'hi' })]],
    ['a Request and more', (url) => [new Request(url), { method: 'POST', body: 'hi' }]],
  ])('changes nothing for a request with %s', async (_, write) => {
    const { server, url, ask } = await serve(answerJson(answer, { headers: { 'x-own': 'kept' } }))
    const response = await ask(...write(url))
    expect(response).toMatchObject({ status: 200, ok: true, statusText: 'OK' })
    expect(response.headers.get('x-own')).toBe('kept')
    expect(await response.json()).toEqual(answer)
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/v1/embeddings', body: 'hi' }])
  })

  it('decompresses it, for each way of reading', async () => {
    const packed = gzipSync(JSON.stringify(answer))
    const { url, ask } = await serve(answerText(packed, { headers: { 'content-encoding': 'gzip' } }))
    expect(await (await ask(url)).json()).toEqual(answer)
    expect(await (await ask(url)).text()).toBe(JSON.stringify(answer))
    expect((await (await ask(url)).arrayBuffer()).byteLength).toBe(JSON.stringify(answer).length)
    const both = await ask(url)
    expect(await both.clone().json()).toEqual(await both.json())
  })

  it.each([204, 400, 404, 429, 500, 503])('passes on the status %i', async (status) => {
    const { url, ask } = await serve(answerText('', { status }))
    const response = await ask(url)
    expect([response.status, await response.text()]).toEqual([status, ''])
  })

  it('accepts a large one within the limits', async () => {
    const size = 3_000_000
    const { url, ask } = await serve(answerText('x'.repeat(size)), { maxBytes: size })
    expect((await (await ask(url)).arrayBuffer()).byteLength).toBe(size)
  })

  it('stops listening to its signal after reading, since Node would retain both', async () => {
    const signals: AbortSignal[] = []
    const spy = async (_: unknown, init?: RequestInit) => {
      if (init?.signal) signals.push(init.signal)
      return Response.json(answer)
    }
    const ask = guardFetch(spy, { endpoint: new URL('http://127.0.0.1') })
    expect(await (await ask('http://127.0.0.1/a')).json()).toEqual(answer)
    expect(signals.map((signal) => getEventListeners(signal, 'abort'))).toEqual([[]])
  })
})

describe('guardFetch with another origin', () => {
  it.each([
    'http://169.254.169.254/latest',
    'https://127.0.0.1/v1',
    'http://127.0.0.1:1/v1',
    'file:///etc/passwd',
  ])('rejects %s before anything is sent', async (url) => {
    let count = 0
    const spy = async () => {
      count += 1
      return new Response('')
    }
    const ask = guardFetch(spy, { endpoint: new URL('http://127.0.0.1:11434') })
    for (const input of [url, new URL(url)]) await expect(ask(input)).rejects.toMatchObject(refuses)
    expect(count).toBe(0)
  })

  const targets: readonly [location: string, target: RegExp][] = [
    ['http://169.254.169.254/latest/meta-data?private', /to http:\/\/169\.254\.169\.254,/],
    ['file:///etc/private', /to a file: address,/],
    ['/private', /to http:\/\/127\.0\.0\.1:\d+,/],
    ['http://[private', /to another address,/],
  ]

  it.each(targets)('names the target without private parts: %s', async (location, target) => {
    const { server, url, ask } = await serve(redirectTo(location))
    const error = await failureOf(ask(url, { method: 'POST', body: '{}' }))
    expect(error).toMatchObject({ ...refuses, message: expect.stringMatching(target) })
    expect(String(error)).not.toContain('private')
    await expectFreed(server)
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const other = await startServer(answerJson({}))
    const { server, url, ask } = await serve(redirectTo(`${other.url}/?q=private`, status))
    const headers = { Authorization: 'Bearer sk-test' }
    await expect(ask(url, { method: 'POST', headers, body: '{}' })).rejects.toMatchObject(refuses)
    expect([server.requests.length, other.requests.length]).toEqual([1, 0])
  })

  it('rejects the answer of a fetch that followed one', async () => {
    const followed = Object.defineProperty(new Response('{}'), 'redirected', { value: true })
    const ask = guardFetch(async () => followed, { endpoint: new URL('https://api.example.com') })
    await expect(ask('https://api.example.com/x')).rejects.toMatchObject(refuses)
  })
})

describe('guardFetch with an answer that does not end', () => {
  it('gives up on silence', async () => {
    const { server, url, ask } = await serve(silence(), { firstByteTimeout: 60 })
    const message = expect.stringContaining('did not begin to answer within 60 ms')
    await expect(ask(url)).rejects.toMatchObject({ ...stalls, message })
    await expectFreed(server)
  })

  it('gives up on a fetch that ignores its signal', async () => {
    const endpoint = new URL('https://api.example.com')
    const ask = guardFetch(() => new Promise(() => {}), { endpoint, firstByteTimeout: 20 })
    await expect(ask(endpoint)).rejects.toMatchObject(stalls)
    const stream = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
    const half = guardFetch(async () => new Response(stream), { endpoint, idleTimeout: 20 })
    await expect((await half(endpoint)).text()).rejects.toMatchObject(stalls)
  })

  it.each<[string, Answer, Partial<GuardOptions>, RegExp]>([
    ['the beginning of a body', stall(), { idleTimeout: 60 }, /paused for 60/],
    [
      'a slow drip',
      drip(' '.repeat(1000), 5),
      { idleTimeout: 5000, bodyTimeout: 100 },
      /did not finish its answer within 100 ms/,
    ],
  ])('gives up on %s', async (_, given, limits, message) => {
    const { server, url, ask } = await serve(given, limits)
    const response = await ask(url)
    const error = await failureOf(response.json())
    expect(error).toMatchObject({ ...stalls, message: expect.stringMatching(message) })
    await expectFreed(server)
  })

  it.each<[string, Answer]>([
    ['an endless body', endlessBody()],
    ['a body that unpacks to far more', gzipBomb(60)],
  ])('stops reading %s', async (_, given) => {
    const { server, url, ask } = await serve(given, { maxBytes: 1_000_000 })
    const response = await ask(url)
    await expect(response.text()).rejects.toMatchObject({
      code: 'EMBEDDING_RESPONSE_INVALID',
      message: expect.stringContaining('1000000 bytes'),
    })
    await expectFreed(server)
  })

  it.each([cutChunk('{"data": ['), cutLength('{"data": [')])(
    'reports a body that is cut as the network failure it is',
    async (given) => {
      const { url, ask } = await serve(given)
      const error = await failureOf(ask(url).then((response) => response.json()))
      expect(failureOfNetwork(error, { provider: 'test', host: 'host' })).toMatchObject(stalls)
    },
  )

  it('reports an invalid status', async () => {
    const { url, ask } = await serve(answerText('{}', { status: 999 }))
    await expect(ask(url)).rejects.toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID' })
  })
})

describe('an aborted guardFetch', () => {
  const reason = new RangeError('enough')

  it('frees the connection while it waits', async () => {
    const controller = new AbortController()
    const { server, url, ask } = await serve(() => controller.abort(reason))
    expect(await failureOf(ask(url, { signal: controller.signal }))).toBe(reason)
    await expectFreed(server)
  })

  it('frees the connection while it reads the body', async () => {
    const controller = new AbortController()
    const { server, url, ask } = await serve(stall())
    const response = await ask(url, { signal: controller.signal })
    const work = failureOf(response.json())
    controller.abort(reason)
    expect(await work).toBe(reason)
    await expectFreed(server)
  })

  it('frees the connection when the reader stops', async () => {
    const { server, url, ask } = await serve(stall())
    const reader = (await ask(url)).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect.poll(() => server.underWay()).toBe(0)
  })
})
