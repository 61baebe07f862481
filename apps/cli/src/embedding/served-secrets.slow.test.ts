import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { casesOf, otherHost, preferring, startServer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { startAgent } from '../mcp/__fixtures__/served-memory.js'
import { builtCli } from '../__fixtures__/run-cli.js'
import { startProxy } from '../__fixtures__/tunnel-proxy.js'
import { connectHttp, headersIn, listeningAt, startProgram } from '../mcp/__fixtures__/served-memory.js'
import { playProvider } from './__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'
import { hasSecret, secrets } from './__fixtures__/secrets.js'

const notes = {
  'harbour.md': '# Harbour\n\nThe harbour is deep.\n',
  ...Object.fromEntries(
    secrets.map((secret, number) => [`n${number}.md`, `# Harbour ${number}\n\nKeep ${secret} safe.\n`]),
  ),
}

/** A memory whose embeddings and reranker are remote, and what both received so far. */
async function watched() {
  const { server } = await playProvider('openai')
  const reranker = await startServer(preferring('deep'), otherHost)
  const proxy = await startProxy(new URL(reranker.url))
  const workspace = providerWorkspace(notes, variablesFor('openai', server.url))
  const certificate = join(workspace.folder, 'authority.pem')
  writeFileSync(certificate, otherHost.cert)
  const env = {
    ...workspace.env,
    HTTPS_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: certificate,
    RECALLITE_RERANK_BASE_URL: 'https://other.example',
    RECALLITE_UPDATE_DEBOUNCE: '50ms',
  }
  const by = ['--provider', 'openai']
  const flags = ['--db', workspace.database, ...by]
  const place = { cwd: workspace.folder, env: { ...(process.env as Record<string, string>), ...env } }
  for (const args of [
    ['index', workspace.notes],
    ['remember', 'The harbour lights are red.'],
  ])
    expect((await workspace.startProcess([...args, ...by], env)).exitCode).toBe(0)
  const start = (...command: string[]) => startProgram([builtCli, ...command, '--port', '0', ...flags], place)
  /** The requests so far with a part of a secret. Both services must have been in use. */
  const leaks = () => {
    const sent = [server, reranker].map(({ requests }) => requests.map(({ path, body }) => `${path} ${body}`))
    expect(sent.map((requests) => requests.some((text) => text.includes('harbour lights')))).toEqual([
      true,
      true,
    ])
    return sent.flat().filter(hasSecret)
  }
  return { folder: workspace.folder, place, flags, start, leaks, write: workspace.write }
}

/** The secrets for one of the three programs; `CI` divides them among the programs. */
const secretsFor = (program: 0 | 1 | 2) =>
  [...secrets.entries()].filter(([number]) => number % 3 === program || casesOf(3, 1) === 3)

/** Every tool with each secret in every text that it takes. */
async function useTools(client: Client, program: 0 | 1): Promise<void> {
  const { tools } = await client.listTools()
  const used = new Set<string>()
  const call = async (name: string, input: object) => {
    used.add(name)
    const { isError } = await client.callTool({ name, arguments: input as Record<string, unknown> })
    return isError
  }
  expect(await call('memory_remember', { content: 'The harbour lights are red.' })).toBeFalsy()
  for (const text of ['harbour lights', 'harbour'])
    for (const name of ['memory_search', 'memory_recall'])
      expect(await call(name, { query: text })).toBeFalsy()
  for (const [number, secret] of secretsFor(program)) {
    const text = `harbour ${secret}`
    const answers = [
      await call('memory_search', { query: text }),
      await call('memory_recall', { query: text }),
      await call('memory_remember', { content: `Number ${number}: ${text}` }),
      await call('memory_remember', {
        content: `The boat ${number} is late.`,
        summary: text,
        allowDuplicate: true,
      }),
      await call('memory_remember', {
        content: `The crane ${number} is slow.`,
        tags: [text],
        context: { note: text },
        scopeFiles: [text],
        scopeEntities: [text],
        allowDuplicate: true,
      }),
      await call('memory_session', { action: 'start', session: `s${number}`, context: { note: text } }),
      await call('memory_session', { action: 'end', session: `s${number}`, summary: text }),
      await call('memory_recall', { query: 'harbour boats', tags: [text], filter: { note: text } }),
      await call('memory_search', { query: 'harbour boats' }),
    ]
    expect(answers.filter(Boolean)).toEqual([])
    for (const [name, input] of [
      ['memory_get', { path: text }],
      ['memory_forget', { id: text }],
      ['memory_remember', { content: `The pier ${number} is long.`, collection: text, session: text }],
      ['memory_session', { action: 'start', session: text, collection: text }],
      ['memory_recall', { query: 'harbour boats', collection: text, session: text }],
    ] as const)
      await call(name, input)
  }
  expect([...used].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
}

describe('a secret is sent neither to an embedding provider nor to a reranker', () => {
  it('by recallite mcp, as an input of any tool', { timeout: 300_000 }, async () => {
    const { place, flags, leaks } = await watched()
    await useTools(await startAgent(place, ...flags), 0)
    expect(leaks()).toEqual([])
  })

  it('by recallite serve, over REST and for agents', { timeout: 300_000 }, async () => {
    const { folder, start, leaks } = await watched()
    const url = await listeningAt(start('serve'))
    const headers = headersIn(folder)
    const post = async (path: string, body: object) => {
      const sent = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      return (await fetch(new URL(path, url), sent)).status
    }
    for (const [, secret] of secretsFor(1)) {
      const query = `harbour ${secret}`
      const body = { query, path: [secret], heading: [secret], where: [`note=${secret}`] }
      const statuses = [
        await post('/v1/search', { query }),
        await post('/v1/why', { query, document: 'harbour.md' }),
        await post('/v1/why', { query: 'harbour boats', document: 'n0.md' }),
      ]
      expect(statuses).toEqual([200, 200, 200])
      await post('/v1/search', body)
      await post('/v1/search', { query: 'harbour boats', heading: [secret] })
      await fetch(new URL(`/v1/get?${new URLSearchParams({ place: query }).toString()}`, url), { headers })
    }
    await useTools((await connectHttp({ url, headers })).client, 1)
    expect(leaks()).toEqual([])
  })

  it('by recallite ui, as an input of any request', { timeout: 300_000 }, async () => {
    const { start, leaks } = await watched()
    const { said } = start('ui', '--no-open')
    await expect.poll(() => said.stdout, { timeout: 30_000 }).toMatch(/\n/u)
    const opened = await fetch(said.stdout.trim(), { redirect: 'manual' })
    const page = new URL(opened.headers.get('location') ?? '', said.stdout.trim())
    const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';')
    const ask = async (name: string, body?: object) => {
      const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
      const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
      return fetch(new URL(`api/${name}`, page), sent)
    }
    expect((await ask('explain', { query: 'harbour lights' })).status).toBe(200)
    for (const [number, secret] of secretsFor(2)) {
      const query = `harbour ${secret}`
      const statuses = [await ask('explain', { query }), await ask('search', { query })].map(
        ({ status }) => status,
      )
      expect(statuses).toEqual([200, 200])
      const { records } = (await (await ask('records')).json()) as { records: { id: string }[] }
      await ask('supersede', { id: records.at(-1)?.id ?? String(number), content: query })
      await ask('search', { query: 'harbour boats', root: [secret], where: [`tags=${secret}`] })
      for (const name of ['forget', 'undo-forget']) await ask(name, { id: query })
      const place = new URLSearchParams({
        root: 'notes',
        path: `n${number}.md`,
        id: query,
        after: query,
      }).toString()
      for (const name of ['document', 'image', 'record', 'records', 'start']) await ask(`${name}?${place}`)
    }
    expect(leaks()).toEqual([])
  })
})
