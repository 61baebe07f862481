import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { connectHttp, indexedWorkspace, startHttp } from '../mcp/__fixtures__/served-memory.js'

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
}

/** Sends what no client would, the Host header included. */
function send(url: URL, { method = 'POST', path = '/mcp', headers = {}, body = initialize }: Sent) {
  return new Promise<{ status: number | undefined; headers: object; text: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: url.port, method, path, headers: { ...usual, ...headers } }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? body : undefined)
  })
}

/** The status of an initialize request with these lines of headers, as they stand. */
function statusOfRaw({ port }: URL, lines: readonly string[]): Promise<number> {
  const head = [
    'POST /mcp HTTP/1.1',
    ...lines,
    `content-length: ${initialize.length}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    'connection: close',
  ]
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${head.join('\r\n')}\r\n\r\n${initialize}`),
    )
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part))
    socket.on('error', reject).on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/u.exec(answer)?.[1])))
  })
}

describe('a server over HTTP', () => {
  it('refuses a request that names two hosts, two origins or two tokens', async () => {
    const { url, headers } = await startHttp(await indexedWorkspace(files))
    const [host, origin, authorization] = [
      `Host: ${url.host}`,
      `Origin: ${url.origin}`,
      `Authorization: ${headers.authorization}`,
    ]
    expect(await statusOfRaw(url, [host, origin, authorization])).toBe(200)
    const twice: readonly (readonly string[])[] = [
      [host, 'Host: evil.example'],
      ['Host: evil.example', host],
      [host, host],
      [host, 'hOST: evil.example'],
      [host, origin, 'Origin: http://evil.example'],
      [host, authorization, 'Authorization: Bearer other'],
    ]
    for (const lines of twice)
      expect([lines, await statusOfRaw(url, [...lines, authorization])]).toEqual([lines, 400])
  })

  it('answers only under its own name and to its own origin', async () => {
    const { url, headers: own } = await startHttp(await indexedWorkspace(files))
    const statusOf = async (headers: Record<string, string>) =>
      (await send(url, { headers: { ...own, ...headers } })).status
    for (const host of [
      'evil.example',
      `evil.example:${url.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `0.0.0.0:${url.port}`,
    ]) {
      expect(await statusOf({ host })).toBe(403)
    }
    for (const origin of [
      'http://evil.example',
      'null',
      `https://${url.host}`,
      'http://127.0.0.1',
      'http://localhost:1',
    ]) {
      expect(await statusOf({ origin })).toBe(403)
    }
    for (const headers of [
      {},
      { host: `LOCALHOST:${url.port}` },
      { origin: url.origin },
      { origin: `http://localhost:${url.port}` },
    ]) {
      expect(await statusOf(headers)).toBe(200)
    }
  })

  it('lets in only who brings its token, and says so much to all that it works', async () => {
    const server = await startHttp(await indexedWorkspace(files))
    const { url, said } = server
    const token = server.headers.authorization.replace('Bearer ', '')
    for (const authorization of ['', token, 'Bearer', 'Bearer wrong', `Bearer ${token}x`, `Basic ${token}`]) {
      for (const path of ['/mcp', '/v1/search', '/v1/get', '/v1/status', '/openapi.json', '/']) {
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

  it('refuses what is too large, malformed, elsewhere or out of turn', async () => {
    const { url, headers: own } = await startHttp(await indexedWorkspace(files))
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
      [{ headers: { 'content-type': 'text/plain' } }, 415],
    ]
    for (const [sent, status] of cases) {
      const headers = { ...own, ...sent.headers }
      expect([sent, (await send(url, { ...sent, headers })).status]).toEqual([sent, status])
    }
    expect((await send(url, { headers: own })).status).toBe(200)
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
