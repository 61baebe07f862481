import { createMCPClient } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport as AiStdioTransport } from '@ai-sdk/mcp/mcp-stdio'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { stdioServer } from './__fixtures__/served-memory.js'

type Workspace = Awaited<ReturnType<typeof indexedWorkspace>>

/** The methods of a third-party client that these tests need. */
interface ForeignClient {
  readonly tools: readonly string[]
  /** The text of a tool's answer; rejects, or resolves with the failure's text, if the tool fails. */
  readonly call: (name: string, input: Record<string, unknown>) => Promise<string>
  /** The text of a prompt. */
  readonly prompt: (name: string) => Promise<string>
}

/** The text of contents, in any form that a client returns. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textIn).join('\n')
  return (content as { text?: string } | undefined)?.text ?? JSON.stringify(content)
}

/** These clients do not wait for the server to end; the files next to a database disappear with its last user. */
function closeAfterTest(client: { close: () => Promise<void> }, { database }: Workspace): void {
  onTestFinished(async () => {
    await client.close()
    await expect.poll(() => existsSync(`${database}-wal`), { timeout: 20_000 }).toBe(false)
  })
}

async function aiClient(workspace: Workspace): Promise<ForeignClient> {
  const client = await createMCPClient({ transport: new AiStdioTransport(stdioServer(workspace)) })
  closeAfterTest(client, workspace)
  const tools = await client.tools()
  return {
    tools: Object.keys(tools),
    async call(name, input) {
      const answer = await tools[name]?.execute?.(input, { toolCallId: '1', messages: [] })
      return textIn((answer as { content: unknown }).content)
    },
    async prompt(name) {
      const { messages } = await client.experimental_getPrompt({ name })
      return textIn(messages.map(({ content }) => content))
    },
  }
}

async function langChainClient(workspace: Workspace): Promise<ForeignClient> {
  const server = { transport: 'stdio' as const, ...stdioServer(workspace) }
  const client = new MultiServerMCPClient({ mcpServers: { recallite: server } })
  closeAfterTest(client, workspace)
  const tools = await client.getTools()
  return {
    tools: tools.map(({ name }) => name),
    call: async (name, input) => textIn(await tools.find((tool) => tool.name === name)?.invoke(input)),
    async prompt(name) {
      const inner = await client.getClient('recallite')
      const answer = await inner?.getPrompt({ name })
      return textIn(answer?.messages.map(({ content }) => content))
    },
  }
}

const clients: readonly [string, (workspace: Workspace) => Promise<ForeignClient>][] = [
  ['@ai-sdk/mcp', aiClient],
  ['@langchain/mcp-adapters', langChainClient],
]

const note = (date: string, text: string) => `---\ndate: ${date}\n---\n\n# Flight\n\n${text}\n`

/** A memory with two roots, `notes` and `work`. */
async function twoRoots() {
  const workspace = await indexedWorkspace({
    'log/oslo.md': note('2026-03-04', 'The red zeppelin flies to Oslo.'),
    'log/rome.md': note('2026-05-06', 'The red zeppelin flies to Rome.'),
    'plan.md': note('2026-03-04', 'The zeppelin that flies next is red.'),
    'long.md': Array.from({ length: 600 }, (_, n) => `Line ${n} of the log of the airship.`).join('\n'),
  })
  const work = join(workspace.folder, 'work')
  mkdirSync(work)
  writeFileSync(join(work, 'lima.md'), note('2026-03-04', 'The red zeppelin flies to Lima.'))
  const { exitCode, stderr } = await workspace.run('index', work, '--provider', 'none')
  expect([exitCode, stderr]).toEqual([0, expect.any(String)])
  return workspace
}

function pathsIn(text: string): string[] {
  return [...text.matchAll(/^<memory-[a-p]+ path="([^"]+)"/gmu)].map(([, path = '']) => path).toSorted()
}

describe.each(clients)('%s', (_, open) => {
  it('A22: searches with fields of every kind, reads further pages, and gets useful errors', async () => {
    const client = await open(await twoRoots())
    const ofRecords = ['memory_remember', 'memory_recall', 'memory_forget', 'memory_session']
    expect(client.tools).toEqual(['memory_search', 'memory_get', ...ofRecords])
    const search = (input: object) =>
      client.call('memory_search', { query: 'where zeppelin flies', minScore: 0, ...input })
    const pathsFor = async (input: object) => pathsIn(await search(input))
    const all = ['notes:log/oslo.md', 'notes:log/rome.md', 'notes:plan.md', 'work:lima.md']
    expect(await pathsFor({})).toEqual(all)
    expect(await pathsFor({ roots: ['work'] })).toEqual(['work:lima.md'])
    expect(await pathsFor({ since: '2026-05' })).toEqual(['notes:log/rome.md'])
    expect(await pathsFor({ filter: '{"date":"2026-05-06"}' })).toEqual(['notes:log/rome.md'])
    expect(await pathsFor({ maxResults: 1, perDocument: 1 })).toHaveLength(1)
    const get = (input: object) => client.call('memory_get', { path: 'notes:long.md', ...input })
    const first = await get({})
    const [, next] = /Continue with from: (\d+)\.$/.exec(first.trim()) ?? []
    expect(await get({ from: Number(next) })).toContain(`Line ${Number(next) - 1} of the log`)
    expect(await search({ roots: ['elsewhere'] }).catch(String)).toMatch(
      /ROOT_UNKNOWN: .*The roots are: notes, work\./,
    )
  })

  it('A23: gets the recall policy', async () => {
    const client = await open(await twoRoots())
    expect(await client.prompt('memory_recall_policy')).toMatch(
      /^## Memory Recall\nMandatory: .*memory_search, then memory_get/,
    )
    await expect(client.prompt('memory_forget_policy')).rejects.toThrow(/Available: memory_recall_policy/)
  })
})
