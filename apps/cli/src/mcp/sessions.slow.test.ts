import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { connectHttp, connectStdio, indexedWorkspace, startHttp } from './__fixtures__/served-memory.js'

const files = {
  'decisions/auth.md': '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n',
  'people/lena.md': '# Lena\n\nLena designs the onboarding.\n',
  '会議 #1?.md': '# 会議メモ\n\n王伟参加了会议。\n',
}

type Workspace = Awaited<ReturnType<typeof indexedWorkspace>>

const transports: readonly [string, (workspace: Workspace) => Promise<Client>][] = [
  ['stdio', (workspace) => connectStdio(workspace)],
  ['streamable HTTP', async (workspace) => (await connectHttp(await startHttp(workspace))).client],
]

function call(client: Client, name: string, input: Record<string, unknown>) {
  return client.callTool({ name, arguments: input })
}

function textOf(result: Awaited<ReturnType<typeof call>>): string {
  const [content] = result.content as { text: string }[]
  return content?.text ?? ''
}

interface Found {
  readonly results: readonly { readonly path: string; readonly startLine: number; readonly text: string }[]
}

describe.each(transports)('a client over %s', (_transport, open) => {
  it('A22: lists the tools, searches, and gets what it found', async () => {
    const client = await open(await indexedWorkspace(files))
    expect(client.getServerVersion()).toMatchObject({ name: 'recallite' })
    const { tools } = await client.listTools()
    const [search, get, ...ofRecords] = tools
    expect([search?.name, get?.name]).toEqual(['memory_search', 'memory_get'])
    expect(ofRecords.map(({ name }) => name)).toEqual([
      'memory_remember',
      'memory_recall',
      'memory_forget',
      'memory_session',
    ])
    for (const { inputSchema } of tools) expect(inputSchema['additionalProperties']).toBe(false)
    for (const tool of [search, get]) {
      expect(tool?.description).toMatch(/mandatory/i)
      expect(tool?.annotations).toMatchObject({ readOnlyHint: true })
    }

    const found = await call(client, 'memory_search', { query: 'JWT_EXPIRY', maxResults: 3, minScore: 0 })
    const [first] = (found.structuredContent as unknown as Found).results
    expect(found.structuredContent).toMatchObject({ provider: null, citations: true, mode: 'keyword' })
    expect(first).toMatchObject({ path: 'decisions/auth.md', text: expect.stringContaining('900 seconds') })
    expect(textOf(found)).toMatch(
      /^<memory-[a-p]{16} path="decisions\/auth\.md" lines="1-5" heading="Auth › Tokens"/m,
    )
    expect(textOf(found)).toMatch(/never instructions/)

    const read = await call(client, 'memory_get', { path: first?.path, from: 5, lines: 1 })
    expect(read.structuredContent).toEqual({
      path: 'decisions/auth.md',
      root: 'notes',
      startLine: 5,
      endLine: 5,
      lines: 5,
      text: 'We keep JWT_EXPIRY at 900 seconds.',
      truncated: false,
      nextFrom: null,
    })
  })

  it('A22: is told why a path is refused, and what to do; and goes on', async () => {
    const workspace = await indexedWorkspace(files)
    writeFileSync(join(workspace.folder, 'secret.md'), 'top secret')
    const client = await open(workspace)
    for (const path of [
      '../secret.md',
      '/etc/passwd',
      'notes:../secret.md',
      join(workspace.folder, 'secret.md'),
    ]) {
      const refused = await call(client, 'memory_get', { path })
      expect(refused).toMatchObject({ isError: true })
      expect(textOf(refused)).toMatch(/^PATH_OUTSIDE_ROOT: .*use a path that memory_search returned/)
      expect(JSON.stringify(refused)).not.toContain('top secret')
    }
    const wrong = await call(client, 'memory_search', { query: 'x', most: 3 })
    expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringMatching(/^OPTION_INVALID: .*'most'/)])
    expect(textOf(await call(client, 'memory_search', { query: ' ' }))).toMatch(/^QUERY_EMPTY/)
    await expect(call(client, 'memory_drop', {})).rejects.toMatchObject({ code: -32_602 })
    expect((await call(client, 'memory_get', { path: 'people/lena.md' })).isError).toBeUndefined()
  })

  it('A22: gets answers to 100 searches at once, each its own', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`${n}.md`, `# Note ${n}\n\nThe zeppelin${n} flies.\n`]),
    )
    const client = await open(await indexedWorkspace(many))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        call(client, 'memory_search', { query: `zeppelin${n}`, maxResults: 1 }),
      ),
    )
    const paths = answers.map(
      ({ structuredContent }) => (structuredContent as unknown as Found).results[0]?.path,
    )
    expect(paths).toEqual(Array.from({ length: 100 }, (_, n) => `${n}.md`))
  })

  it('reads documents as resources, and nothing else', async () => {
    const client = await open(await indexedWorkspace(files))
    const { resources, nextCursor } = await client.listResources()
    expect([resources.length, nextCursor]).toEqual([3, undefined])
    expect(resources.map(({ mimeType }) => mimeType)).toEqual(Array(3).fill('text/markdown'))
    const uris = resources.map(({ uri }) => uri)
    expect(uris).toContain('recallite://notes/decisions/auth.md')
    for (const { uri, name } of resources) {
      const { contents } = await client.readResource({ uri })
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringContaining('#') }])
      expect(files).toHaveProperty([name])
    }
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'recallite://{root}/{+path}' }])
    const refused = [
      'recallite://notes/..%2F..%2Fetc%2Fpasswd',
      'recallite://notes/missing.md',
      'recallite://other/a.md',
    ]
    for (const uri of [...refused, 'file:///etc/passwd', 'recallite://notes/%ff', 'recallite://notes/']) {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: expect.any(Number) })
    }
    await expect(client.listResources({ cursor: 'nonsense' })).rejects.toMatchObject({ code: -32_602 })
  })

  it('A23: has the section on recall in its instructions', async () => {
    const client = await open(await indexedWorkspace(files))
    expect(client.getInstructions()).toMatch(/^## Memory Recall\n[^]*memory_search[^]*memory_get/)
  })
})

describe('a server', () => {
  it('A22: does not say that there is nothing before it has read everything', async () => {
    const names = Array.from({ length: 3_000 }, (_, n) => `../memory/${String(n).padStart(4, '0')}.md`)
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
    const early = 'Nothing found so far, but the memory is still being read: ask again in a moment.'
    expect(before.map((text) => text.split('\n')[0])).toEqual(before.map(() => early))
  })

  it('gives a note of 7 MB in parts, and goes on', async () => {
    const line = `The zeppelin flies over the sea. ${'“And back.” '.repeat(20)}`.trimEnd()
    const long = Array.from({ length: 20_000 }, (_, n) => `${n}: ${line}`).join('\n')
    const client = await connectStdio(await indexedWorkspace({ 'long.md': long, 'a.md': 'short' }))
    const read = await call(client, 'memory_get', { path: 'long.md' })
    const { nextFrom, ...part } = read.structuredContent as { nextFrom: number; text: string }
    expect(part).toMatchObject({ startLine: 1, endLine: nextFrom - 1, lines: 20_000, truncated: true })
    expect(long.startsWith(`${part.text}\n${nextFrom - 1}: `)).toBe(true)
    expect(textOf(read)).toContain(`Go on with from: ${nextFrom}.`)
    const more = await call(client, 'memory_get', { path: 'long.md', from: nextFrom, lines: 1 })
    expect(more.structuredContent).toMatchObject({
      text: `${nextFrom - 1}: ${line}`,
      truncated: false,
    })
    await expect(client.readResource({ uri: 'recallite://notes/long.md' })).rejects.toThrow(
      /notes:long\.md has \d\.\d MB .*1 MB at most.*memory_get/,
    )
    expect((await call(client, 'memory_get', { path: 'a.md' })).structuredContent).toMatchObject({
      text: 'short',
    })
  })

  it('A23: has neither tools nor instructions where memory is switched off', async () => {
    const workspace = await indexedWorkspace(files)
    writeFileSync(join(workspace.folder, '.recallite.yaml'), 'enabled: false\n')
    const client = await connectStdio(workspace)
    expect([client.getInstructions(), await client.listTools(), await client.listResources()]).toEqual([
      undefined,
      { tools: [] },
      { resources: [] },
    ])
    await expect(client.readResource({ uri: 'recallite://notes/people/lena.md' })).rejects.toThrow(/resource/)
  })

  it('A24: leaves out sources in a shared channel', async () => {
    const client = await connectStdio(await indexedWorkspace(files), '--channel', 'shared')
    const found = await call(client, 'memory_search', { query: 'JWT_EXPIRY' })
    expect(found.structuredContent).toMatchObject({ citations: false })
    expect(textOf(found)).not.toContain('Source:')
  })

  it('reads a settings file of another name than the client’s', async () => {
    const workspace = await indexedWorkspace(files)
    writeFileSync(join(workspace.folder, 'other.yaml'), 'citations: "off"\n')
    const client = await connectStdio(workspace, '--settings', join(workspace.folder, 'other.yaml'))
    expect((await call(client, 'memory_search', { query: 'Lena' })).structuredContent).toMatchObject({
      citations: false,
    })
  })
})
