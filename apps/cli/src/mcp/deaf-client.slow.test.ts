import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { startServer } from './__fixtures__/served-memory.js'

const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [`${n}.md`, `# ${n}\n\nzeppelin ${'flies over the sea '.repeat(40)}`]),
)
const requests = 60
const clientInfo = { name: 'test', version: '1' }
const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
const search = { name: 'memory_search', arguments: { query: 'zeppelin', maxResults: 100, minScore: 0 } }

function line(id: number, method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
}

/** A client that has sent many requests and read nothing, so that the server cannot send its answers. */
async function deafClient() {
  const { child, said } = startServer(await indexedWorkspace(files), [])
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  child.stdout.pause()
  child.stdin.write(line(0, 'initialize', initialize))
  for (let id = 1; id <= requests; id++) child.stdin.write(line(id, 'tools/call', search))
  const isFull = () => child.stdout.readableLength >= child.stdout.readableHighWaterMark
  await expect.poll(isFull, { timeout: 30_000 }).toBe(true)
  return { child, said, exited }
}

function idsOf(stdout: string): unknown[] {
  const lines = stdout.split('\n').slice(0, -1)
  return lines.map((text) => (JSON.parse(text) as { id: unknown }).id)
}

describe('a client that sends and never reads', () => {
  it.each(['the end of its input', 'SIGTERM'])('does not keep the server from ending at %s', async (what) => {
    const { child, said, exited } = await deafClient()
    if (what === 'SIGTERM') child.kill('SIGTERM')
    else child.stdin.end()
    expect(await exited).toBe(0)
    expect(said.stderr).toBe('')
  })

  it('gets every answer once it reads', async () => {
    const { child, said, exited } = await deafClient()
    child.stdout.resume()
    await expect.poll(() => idsOf(said.stdout).length, { timeout: 60_000, interval: 200 }).toBe(1 + requests)
    child.stdin.end()
    expect(await exited).toBe(0)
    expect(new Set(idsOf(said.stdout)).size).toBe(1 + requests)
  }, 90_000)
})

describe('a client that sends invalid messages', () => {
  it('still gets its answers', async () => {
    const { child, said } = startServer(await indexedWorkspace(files), [])
    child.stdin.write(line(0, 'initialize', initialize))
    for (let megabytes = 0; megabytes < 30; megabytes++) child.stdin.write('x'.repeat(1e6))
    child.stdin.write('\n\n\nnonsense\n')
    child.stdin.write(Buffer.from([0xff, 0x0a, 0x00, 0x0a]))
    child.stdin.write(line(1, 'tools/call', search))
    await expect.poll(() => idsOf(said.stdout), { timeout: 30_000 }).toEqual([0, 1])
    expect(said.stderr).toContain('30000001 bytes')
    child.stdin.end()
  })
})
