import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { connectHttp, startHttp } from '../mcp/__fixtures__/served-memory.js'
import { foreignRefusal, tokenRefusal } from './gate.js'

const files = { 'a.md': '# A\n\nThe zeppelin flies.\n' }
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly base?: Readonly<Record<string, string>>
}

/** Sends requests that no client would send, with any Host header. */
function send(
  url: URL,
  { method = 'POST', path = '/mcp', headers = {}, body = initialize, base = usual }: Sent,
) {
  return new Promise<{ status: number | undefined; headers: object; text: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: url.port, method, path, headers: { ...base, ...headers } }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? body : undefined)
  })
}

const gate = { port: 7787, tokens: ['one', 'other'], userToken: 'other', proof: 'proof' }

function refusalOf(lines: readonly (readonly [name: string, value: string])[]) {
  const headers = Object.fromEntries(lines.toReversed().map(([name, value]) => [name.toLowerCase(), value]))
  const foreign = foreignRefusal({ headers, rawHeaders: lines.flat() }, gate)
  return (foreign ?? tokenRefusal({ headers, rawHeaders: [] }, gate.tokens))?.status
}

const host = ['Host', '127.0.0.1:7787'] as const
const bearer = ['Authorization', 'Bearer one'] as const

describe('a request', () => {
  it.each<[number | undefined, readonly (readonly [name: string, value: string])[]]>([
    [undefined, [host, bearer]],
    [undefined, [['Host', 'LOCALHOST:7787'], bearer]],
    [undefined, [host, bearer, ['Origin', 'http://127.0.0.1:7787']]],
    [undefined, [host, bearer, ['Origin', 'http://localhost:7787']]],
    [undefined, [host, ['authorization', 'bearer other']]],
    ...['evil.example', 'evil.example:7787', '127.0.0.1', '127.0.0.1:1', '0.0.0.0:7787'].map(
      (name) => [403, [['Host', name], bearer]] as [number, [string, string][]],
    ),
    ...['http://evil.example', 'null', 'https://127.0.0.1:7787', 'http://127.0.0.1'].map(
      (origin) => [403, [host, bearer, ['Origin', origin]]] as [number, [string, string][]],
    ),
    [400, [host, ['hOST', 'evil.example'], bearer]],
    [400, [host, host, bearer]],
    [400, [host, ['Origin', 'http://localhost:7787'], ['Origin', 'http://evil.example'], bearer]],
    [400, [host, bearer, ['Authorization', 'Bearer another']]],
    ...['', 'one', 'Bearer', 'Bearer wrong', 'Bearer onex', 'Basic one'].map(
      (sent) => [401, [host, ['Authorization', sent]]] as [number, [string, string][]],
    ),
  ])('gets %s with %j', (status, lines) => {
    expect(refusalOf(lines)).toBe(status)
  })
})

describe('a server over HTTP', () => {
  it('requires its token, and without it only tells that it works', async () => {
    const server = await startHttp(await indexedWorkspace(files))
    const { url, said } = server
    const token = server.headers.authorization.replace('Bearer ', '')
    for (const headers of [{ host: 'evil.example' }, { origin: 'http://evil.example' }])
      expect((await send(url, { headers: { ...server.headers, ...headers } })).status).toBe(403)
    for (const authorization of ['', 'Bearer wrong']) {
      for (const path of ['/mcp', '/v1/search', '/v1/get', '/v1/status', '/']) {
        const { status, headers, text } = await send(url, { path, headers: { authorization } })
        expect([status, headers]).toEqual([
          401,
          expect.objectContaining({ 'www-authenticate': expect.any(String) }),
        ])
        expect(text).not.toContain(token)
      }
      const health = await send(url, { path: '/v1/health', method: 'GET', headers: { authorization } })
      expect([health.status, JSON.parse(health.text)]).toEqual([200, { status: 'ok' }])
    }
    expect((await send(url, { headers: { authorization: `bearer ${token}` } })).status).toBe(200)
    const { client } = await connectHttp(server)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('memory_search')
    expect(said.stderr).not.toContain(token)
  })

  it('refuses requests that are too large, malformed, misaddressed or out of order', async () => {
    const { url, headers: authorized } = await startHttp(await indexedWorkspace(files))
    const cases: readonly [Sent, number][] = [
      [{ body: 'x'.repeat(1024 * 1024 + 1) }, 413],
      [{ body: '{"jsonrpc":' }, 400],
      [{ method: 'GET' }, 405],
      [{ method: 'DELETE' }, 405],
      [{ path: '/' }, 404],
      [{ path: '/mcp/../etc/passwd' }, 404],
      [{ method: 'PUT' }, 405],
      [{ method: 'OPTIONS' }, 405],
      [{ headers: { accept: 'text/html' } }, 406],
      [{ headers: { accept: 'text/event-stream' } }, 406],
      [{ path: '//', method: 'GET' }, 404],
      [{ path: '/v1/search//', method: 'GET' }, 405],
      [{ headers: { 'content-type': 'text/plain' } }, 415],
    ]
    for (const [sent, status] of cases) {
      const headers = { ...authorized, ...sent.headers }
      expect([sent, (await send(url, { ...sent, headers })).status]).toEqual([sent, status])
    }
    expect((await send(url, { headers: authorized })).status).toBe(200)
  })

  it('answers with JSON at both forms of its path, for any Accept that includes JSON', async () => {
    const { url, headers } = await startHttp(await indexedWorkspace(files))
    const { accept: _, ...plain } = usual
    const ranges = [
      '*/*',
      'application/*',
      'application/json',
      'text/html, */*;q=0.8',
      'Application/JSON;q=1',
    ]
    for (const path of ['/mcp', '/mcp/', '/mcp/?a=b'])
      for (const accept of [...ranges, undefined]) {
        const sent = { path, headers: { ...headers, ...(accept !== undefined && { accept }) }, base: plain }
        const { status, text } = await send(url, sent)
        expect([path, accept, status, JSON.parse(text)]).toMatchObject([path, accept, 200, { id: 1 }])
      }
    const status = await send(url, { path: '/v1/status/', method: 'GET', headers })
    expect([status.status, JSON.parse(status.text)]).toMatchObject([200, { files: 1 }])
  })

  it('serves many clients from one memory', async () => {
    const server = await startHttp(await indexedWorkspace(files))
    const clients = await Promise.all(Array.from({ length: 8 }, () => connectHttp(server)))
    const answers = await Promise.all(
      clients.map(({ client }) =>
        client.callTool({ name: 'memory_search', arguments: { query: 'zeppelin' } }),
      ),
    )
    for (const { structuredContent } of answers)
      expect(structuredContent).toMatchObject({ results: [{ path: 'a.md' }] })
  })
})
