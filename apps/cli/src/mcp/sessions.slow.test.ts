import { Client as CurrentClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { casesOf } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cliWorkspace, indexedWorkspace } from '../__fixtures__/run-cli.js'
import { connectHttp, connectStdio, startHttp, stdioServer } from './__fixtures__/served-memory.js'

const files = {
  'decisions/auth.md': '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n',
}

type Workspace = Awaited<ReturnType<typeof indexedWorkspace>>

/** A client of the current era. */
async function connectCurrent(transport: Parameters<CurrentClient['connect']>[0]): Promise<CurrentClient> {
  const client = new CurrentClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transport)
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  onTestFinished(() => client.close())
  return client
}

const transports: readonly [string, (workspace: Workspace) => Promise<Client | CurrentClient>][] = [
  [
    'stdio, in the current era',
    (workspace) => connectCurrent(new StdioClientTransport(stdioServer(workspace))),
  ],
  [
    'streamable HTTP, in the current era',
    async (workspace) => {
      const { url, headers } = await startHttp(workspace)
      return connectCurrent(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    },
  ],
  ['stdio', (workspace) => connectStdio(workspace)],
  ['streamable HTTP', async (workspace) => (await connectHttp(await startHttp(workspace))).client],
]

async function call(client: Client | CurrentClient, name: string, input: Record<string, unknown>) {
  const { content, structuredContent } = await client.callTool({ name, arguments: input })
  return { content, structuredContent }
}

function textOf(result: { readonly content: unknown }): string {
  const [content] = result.content as { text: string }[]
  return content?.text ?? ''
}

interface Found {
  readonly results: readonly { readonly path: string }[]
}

describe.each(transports)('a client over %s', (_transport, open) => {
  it('A22: lists the tools, searches, gets a result, and reads it as a resource', async () => {
    const client = await open(await indexedWorkspace(files))
    expect(client.getServerVersion()).toMatchObject({ name: 'recallite' })
    expect(client.getInstructions()).toMatch(/^## Memory Recall\n[^]*memory_search[^]*memory_get/)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'memory_search',
      'memory_get',
      'memory_remember',
      'memory_recall',
      'memory_forget',
      'memory_session',
    ])
    const found = await call(client, 'memory_search', { query: 'JWT_EXPIRY', maxResults: 3, minScore: 0 })
    const [first] = (found.structuredContent as unknown as Found).results
    expect(textOf(found)).toMatch(
      /^<memory-[a-p]{16} path="decisions\/auth\.md" lines="1-5" heading="Auth › Tokens"/m,
    )
    const read = await call(client, 'memory_get', { path: first?.path, from: 5, lines: 1 })
    expect(read.structuredContent).toMatchObject({ text: 'We keep JWT_EXPIRY at 900 seconds.' })
    const [resource] = (await client.listResources()).resources
    const { contents } = await client.readResource({ uri: resource?.uri ?? '' })
    expect(contents).toMatchObject([{ text: expect.stringContaining('900 seconds') }])
  })
})

describe('a server', () => {
  it('A22: does not report an empty memory before it has read everything', async () => {
    const length = casesOf(3_000, 1_000)
    const names = Array.from({ length }, (_, n) => `../memory/${String(n).padStart(4, '0')}.md`)
    const workspace = cliWorkspace(
      Object.fromEntries(names.map((name) => [name, `# Note\n\nzeppelin of ${name}\n`])),
    )
    workspace.write('../memory/last.md', 'the submarine dives')
    const client = await connectStdio(workspace)
    const said: string[] = []
    const ask = async () => {
      said.push(textOf(await call(client, 'memory_search', { query: 'submarine' })))
      return said.at(-1)
    }
    await expect.poll(ask, { timeout: 50_000, interval: 100 }).toContain('the submarine dives')
    const before = said.slice(0, -1)
    const early = 'No results yet: the memory is still being indexed. Ask again in a moment.'
    expect(before.map((text) => text.split('\n')[0])).toEqual(before.map(() => early))
  })

  it('reads a settings file that the client does not use', async () => {
    const workspace = await indexedWorkspace(files)
    writeFileSync(join(workspace.folder, 'other.yaml'), 'citations: "off"\n')
    const client = await connectStdio(workspace, '--config', join(workspace.folder, 'other.yaml'))
    expect((await call(client, 'memory_search', { query: 'JWT_EXPIRY' })).structuredContent).toMatchObject({
      citations: false,
    })
  })
})
