import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { startHttp, startServer } from '../mcp/__fixtures__/served-memory.js'

const files = { 'a.md': '# A\n\nThe zeppelin flies.\n' }
const revision = '2026-07-28'
const clientInfo = { name: 'test', version: '1' }

/** The envelope that a client of the current era sends with each request. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
}

const current = (id: number, method: string, params: object = {}) => {
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: envelope } }
}
const former = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params })

const search = { name: 'memory_search', arguments: { query: 'zeppelin', minScore: 0 } }
const opening = former(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })

interface Reply {
  readonly id: number
  readonly result?: Readonly<Record<string, unknown>> & { readonly content?: readonly { text: string }[] }
  readonly error?: { readonly code: number; readonly message: string }
}

/** The replies to lines on standard input, by id. */
async function repliesTo(lines: readonly object[]): Promise<Map<number, Reply>> {
  const { child, said, ended } = startServer(await indexedWorkspace(files), [])
  child.stdin.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const replies = () =>
    said.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Reply)
  await expect.poll(() => replies().length, { timeout: 30_000 }).toBe(lines.length)
  child.stdin.end()
  expect(await ended).toBe(0)
  return new Map(replies().map((reply) => [reply.id, reply]))
}

describe('raw requests over stdio', () => {
  it('of the current era need no opening, and get the server, the lists with their lifetime, and answers', async () => {
    const methods = ['server/discover', 'tools/list', 'resources/list', 'prompts/list']
    const requests = methods.map((method, id) => current(id, method))
    const replies = await repliesTo([...requests, current(9, 'tools/call', search)])
    expect(replies.get(0)?.result).toMatchObject({
      supportedVersions: [revision],
      instructions: expect.stringContaining('memory_search'),
    })
    expect(replies.get(1)?.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' })
    expect(replies.get(2)?.result).toMatchObject({ ttlMs: 0, cacheScope: 'private' })
    expect(replies.get(9)?.result?.content?.[0]?.text).toContain('The zeppelin flies.')
  })

  it('of the former era begin with initialize, and get no fields of the current one', async () => {
    const replies = await repliesTo([opening, former(2, 'tools/list'), former(3, 'tools/call', search)])
    expect(replies.get(1)?.result).toMatchObject({ protocolVersion: '2025-06-18' })
    expect(replies.get(2)?.result).not.toHaveProperty('ttlMs')
    expect(replies.get(3)?.result?.content?.[0]?.text).toContain('The zeppelin flies.')
  })
})

describe('raw requests over HTTP', () => {
  it('of both eras get JSON; a header that contradicts the body, or an unknown revision, is refused', async () => {
    const { url, headers } = await startHttp(await indexedWorkspace(files))
    const post = async (body: object, more: Readonly<Record<string, string>> = {}) => {
      const all = { ...headers, 'content-type': 'application/json', accept: 'application/json', ...more }
      const response = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) })
      const type = response.headers.get('content-type')
      return { status: response.status, type, reply: (await response.json()) as Reply }
    }
    const marks = {
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': 'memory_search',
    }
    const call = current(1, 'tools/call', search)
    for (const answer of [await post(call, marks), await post(former(1, 'tools/call', search))]) {
      expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('application/json') })
      expect(answer.reply.result?.content?.[0]?.text).toContain('The zeppelin flies.')
    }
    const contradictory = await post(call, { ...marks, 'mcp-name': 'memory_forget' })
    expect([contradictory.status, contradictory.reply.error?.code]).toEqual([400, -32_020])
    const meta = { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' }
    const unknown = await post(
      { ...call, params: { ...search, _meta: meta } },
      { ...marks, 'mcp-protocol-version': '2030-01-01' },
    )
    expect([unknown.status, unknown.reply.error?.code]).toEqual([400, -32_022])
  })

  it('for subscriptions get a stream that stays open, and do not keep the server from ending', async () => {
    const { url, headers, child, ended } = await startHttp(await indexedWorkspace(files))
    const listen = current(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } })
    const all = {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': 'subscriptions/listen',
    }
    const response = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(listen) })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await response.body?.cancel().catch(() => undefined)
  })
})
