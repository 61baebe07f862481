import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { connectHttp, startHttp, startServer } from './__fixtures__/served-memory.js'

const files = { 'a.md': '# A\n\nThe zeppelin flies.\n' }
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const search = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'memory_search', arguments: { query: 'zeppelin' } },
}

function linesOf(...messages: object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('')
}

function idsOf(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: unknown }).id)
}

describe('a server over stdio', () => {
  it('answers all requests before the end of its input, and ends', async () => {
    const { child, said, ended } = startServer(await indexedWorkspace(files), [])
    child.stdin.end(linesOf(initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, search))
    expect(await ended).toBe(0)
    expect(idsOf(said.stdout)).toEqual([1, 2])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s while its input is open', async (signal) => {
    const { child, said, ended } = startServer(await indexedWorkspace(files), [])
    child.stdin.write(linesOf(initialize))
    await expect.poll(() => said.stdout, { timeout: 20_000 }).toContain('"id":1')
    child.kill(signal)
    expect(await ended).toBe(0)
  })

  it('writes only the protocol to its output for any input', async () => {
    const { child, said, ended } = startServer(await indexedWorkspace(files), [])
    child.stdin.write(linesOf(initialize))
    child.stdin.write('this is not JSON\n{"jsonrpc":"2.0"}\n{"jsonrpc":"2.0","id":3,"method":"no/such"}\n')
    child.stdin.end(linesOf({ ...search, id: 4, params: {} }, search))
    expect(await ended).toBe(0)
    expect(idsOf(said.stdout).toSorted()).toEqual([1, 2, 3, 4])
    expect(said.stderr).toBe('A message that is not JSON-RPC was ignored.\n')
  })
})

describe('a server over HTTP', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s even if streams are open', async (signal) => {
    const server = await startHttp(await indexedWorkspace(files))
    const { child, said, ended } = server
    const { client } = await connectHttp(server)
    await client.callTool(search.params)
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(said.stdout).toBe('')
  })

  it('continues without an input', async () => {
    const server = await startHttp(await indexedWorkspace(files))
    server.child.stdin.end()
    const { client } = await connectHttp(server)
    expect((await client.listTools()).tools).toHaveLength(6)
  })
})
