import type { ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type LoopbackServer, serve, serveBytes } from './__fixtures__/loopback-server.js'
import { failureOfNetwork } from './failure-of-network.js'
import { guardFetch, type GuardOptions } from './guard-fetch.js'

const servers: LoopbackServer[] = []

/** A server that is gone after the test. */
async function started(server: Promise<LoopbackServer>): Promise<LoopbackServer> {
  servers.push(await server)
  return server
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server[Symbol.asyncDispose]()))
})

function guarded({ url }: LoopbackServer, options: Partial<GuardOptions> = {}) {
  return guardFetch(fetch, { endpoint: url, ...options })
}

/** What a promise was rejected with. */
function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  )
}

const json = { 'Content-Type': 'application/json' }
const answer = { data: [{ index: 0, embedding: [1, 2] }] }
const stalls = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }

describe('guardFetch, of a good answer', () => {
  const echo = () =>
    started(
      serve(async (request, response) => {
        const said = await readText(request)
        response.writeHead(200, { ...json, 'X-Method': request.method })
        response.end(JSON.stringify({ said }))
      }),
    )

  it.each<[string, (url: string) => Parameters<typeof fetch>]>([
    ['a string', (url) => [url, { method: 'POST', body: 'hi' }]],
    ['a URL', (url) => [new URL(url), { method: 'POST', body: 'hi' }]],
    ['a Request', (url) => [new Request(url, { method: 'POST', body: 'hi' })]],
    ['a Request and more', (url) => [new Request(url), { method: 'POST', body: 'hi' }]],
  ])('changes nothing, asked with %s', async (_, write) => {
    const server = await echo()
    const response = await guarded(server)(...write(`${server.url.href}/embeddings`))
    expect(response).toMatchObject({ status: 200, ok: true, statusText: 'OK' })
    expect(response.headers.get('x-method')).toBe('POST')
    expect(await response.json()).toEqual({ said: 'hi' })
    expect(server.requests[0]?.url).toBe('/v1/embeddings')
  })

  it('unpacks it, in whatever way it is read', async () => {
    const server = await started(
      serve((_, response) =>
        response
          .writeHead(200, { ...json, 'Content-Encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(answer))),
      ),
    )
    const ask = () => guarded(server)(server.url)
    expect(await (await ask()).json()).toEqual(answer)
    expect(await (await ask()).text()).toBe(JSON.stringify(answer))
    expect((await (await ask()).arrayBuffer()).byteLength).toBe(JSON.stringify(answer).length)
    const both = await ask()
    expect(await both.clone().json()).toEqual(await both.json())
  })

  it.each([204, 400, 404, 429, 500, 503])('hands the status %i on', async (status) => {
    const server = await started(serve((_, response) => response.writeHead(status).end()))
    const response = await guarded(server)(server.url)
    expect([response.status, await response.text()]).toEqual([status, ''])
  })

  it('takes a large one that keeps its limits', async () => {
    const size = 3_000_000
    const server = await started(serve((_, response) => response.end(Buffer.alloc(size, 'x'))))
    const response = await guarded(server, { maxBytes: size })(server.url)
    expect((await response.arrayBuffer()).byteLength).toBe(size)
  })
})

describe('guardFetch, of another place', () => {
  it.each([
    'http://169.254.169.254/latest',
    'https://127.0.0.1/v1',
    'http://127.0.0.1:1/v1',
    'file:///etc/passwd',
  ])('refuses %s before anything is sent', async (url) => {
    let asked = 0
    const spy = async () => {
      asked += 1
      return new Response('')
    }
    const ask = guardFetch(spy, { endpoint: new URL('http://127.0.0.1:11434') })
    for (const input of [url, new URL(url)])
      await expect(ask(input)).rejects.toMatchObject({
        code: 'EMBEDDING_MODEL_UNAVAILABLE',
        isRetryable: false,
      })
    expect(asked).toBe(0)
  })

  const targets = (other: LoopbackServer): [string | undefined, RegExp][] => [
    [`${other.url.href}?q=private`, new RegExp(`to http://${other.url.host},`)],
    ['http://169.254.169.254/latest/meta-data?private', /to http:\/\/169\.254\.169\.254,/],
    ['file:///etc/private', /to a file: address,/],
    ['/private', /to http:\/\/127\.0\.0\.1:\d+,/],
    ['http://[private', /to another address,/],
    [undefined, /to another address,/],
  ]

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const other = await started(serve((_, response) => response.end('{}')))
    for (const [location, message] of targets(other)) {
      const server = await started(
        serve((_, response) =>
          response.writeHead(status, location === undefined ? {} : { location }).write('moved'),
        ),
      )
      const headers = { Authorization: 'Bearer sk-test' }
      const error = await failureOf(guarded(server)(server.url, { method: 'POST', headers, body: '{}' }))
      expect(error).toMatchObject({ code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false })
      expect(String(error)).toMatch(message)
      expect(String(error)).not.toContain('private')
      expect(server.requests).toHaveLength(1)
      await server.allClosed()
    }
    expect(other.requests).toEqual([])
  })

  it('does not believe a fetch that followed one', async () => {
    const followed = Object.defineProperty(new Response('{}'), 'redirected', { value: true })
    const ask = guardFetch(async () => followed, { endpoint: new URL('https://api.example.com') })
    await expect(ask('https://api.example.com/x')).rejects.toMatchObject({
      code: 'EMBEDDING_MODEL_UNAVAILABLE',
    })
  })
})

describe('guardFetch, of an answer that does not end', () => {
  const begin = (response: ServerResponse, text = '{"data": [') => {
    response.writeHead(200, json)
    response.write(text)
  }
  const drip = (response: ServerResponse, chunk: string | Buffer) => {
    const timer = setInterval(() => response.write(chunk), 5)
    response.once('close', () => clearInterval(timer))
  }

  it('gives up on silence', async () => {
    const server = await started(serve(() => {}))
    const error = await failureOf(guarded(server, { firstByteTimeout: 60 })(server.url))
    expect(error).toMatchObject({
      ...stalls,
      message: expect.stringContaining('did not begin to answer within 60 ms'),
    })
    await server.allClosed()
  })

  it('gives up on a fetch that does not listen to its signal', async () => {
    const endpoint = new URL('https://api.example.com')
    const ask = guardFetch(() => new Promise(() => {}), { endpoint, firstByteTimeout: 20 })
    await expect(ask(endpoint)).rejects.toMatchObject(stalls)
    const stream = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
    const half = guardFetch(async () => new Response(stream), { endpoint, idleTimeout: 20 })
    await expect((await half(endpoint)).text()).rejects.toMatchObject(stalls)
  })

  it.each<[string, (response: ServerResponse) => void, Partial<GuardOptions>, RegExp]>([
    [
      'headers alone',
      (response) => response.writeHead(200, json).flushHeaders(),
      { idleTimeout: 60 },
      /paused for 60/,
    ],
    ['the beginning of a body', (response) => begin(response), { idleTimeout: 60 }, /paused for 60/],
    [
      'a slow drip',
      (response) => (begin(response), drip(response, ' ')),
      { idleTimeout: 5000, bodyTimeout: 100 },
      /did not finish its answer within 100 ms/,
    ],
  ])('gives up on %s', async (_, respond, limits, message) => {
    const server = await started(serve((request, response) => respond(response)))
    const response = await guarded(server, limits)(server.url)
    const error = await failureOf(response.json())
    expect(error).toMatchObject({ ...stalls, message: expect.stringMatching(message) })
    await server.allClosed()
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['an endless body', (response) => drip(response, Buffer.alloc(50_000, 'x'))],
    [
      'a body that unpacks to far more',
      (response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).write(gzipSync(Buffer.alloc(60_000_000))),
    ],
  ])('stops reading %s', async (_, respond) => {
    const server = await started(serve((request, response) => respond(response)))
    const response = await guarded(server, { maxBytes: 1_000_000 })(server.url)
    const error = await failureOf(response.text())
    expect(error).toMatchObject({
      code: 'EMBEDDING_RESPONSE_INVALID',
      message: expect.stringContaining('1000000 bytes'),
    })
    await server.allClosed()
  })

  it('reports a body that is cut as the network failure it is', async () => {
    const cut = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"data": ['
    const short = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data": ['
    for (const bytes of [cut, short]) {
      const server = await started(serveBytes(bytes))
      const response = await guarded(server)(server.url)
      const error = await failureOf(response.json())
      expect(failureOfNetwork(error, { provider: 'test', host: server.url.host })).toMatchObject(stalls)
    }
  })

  it('reports a status that is none', async () => {
    const server = await started(serveBytes('HTTP/1.1 999 Whatever\r\nContent-Length: 2\r\n\r\n{}'))
    await expect(guarded(server)(server.url)).rejects.toMatchObject({ code: 'EMBEDDING_RESPONSE_INVALID' })
  })
})

describe('guardFetch, aborted', () => {
  const reason = new RangeError('enough')

  it.each(['the call', 'the Request'])(
    'by the signal of %s while it waits, frees the connection',
    async (whose) => {
      const controller = new AbortController()
      const server = await started(serve(() => controller.abort(reason)))
      const { signal } = controller
      const ask = guarded(server)
      const work =
        whose === 'the call' ? ask(server.url, { signal }) : ask(new Request(server.url, { signal }))
      expect(await failureOf(work)).toBe(reason)
      await server.allClosed()
    },
  )

  it('while the body comes, frees the connection', async () => {
    const controller = new AbortController()
    const server = await started(serve((_, response) => response.writeHead(200, json).write('{')))
    const response = await guarded(server)(server.url, { signal: controller.signal })
    const work = failureOf(response.json())
    controller.abort(reason)
    expect(await work).toBe(reason)
    await server.allClosed()
  })

  it('by no signal, frees the connection when the reader leaves', async () => {
    const server = await started(serve((_, response) => response.writeHead(200, json).write('{')))
    const response = await guarded(server)(server.url)
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect(server.allClosed()).resolves.toBeUndefined()
  })
})
