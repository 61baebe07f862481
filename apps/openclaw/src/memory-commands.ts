import { InvalidArgumentError, printable } from '@recallite/command-line'
import { findHits } from './memory-hits.js'
import type { AgentMemories, AgentMemory } from './agent-memories.js'
import type { CommandLine, HostConfig, MemoryHit } from './openclaw-api.js'
import { createSearchManager } from './search-manager.js'

/** The flags of `openclaw memory`. */
interface Flags {
  readonly agent?: string
  readonly query?: string
  readonly maxResults?: string
  readonly minScore?: string
  readonly json?: boolean
  readonly deep?: boolean
  readonly index?: boolean
  readonly force?: boolean
}

interface Program {
  readonly program: CommandLine
  readonly config: HostConfig
}

/** The commands `openclaw memory search`, `status` and `index`, with the flags that memory-core's have. */
export function addMemoryCommands({ program, config: cfg }: Program, memories: AgentMemories): void {
  const memory = program.command('memory').description('Search and index the memory, and show its state')
  const print = (text: string) => program.configureOutput().writeOut?.(`${text}\n`)
  const each = async (flags: Flags, work: (agentId: string) => Promise<void>) => {
    for (const agentId of flags.agent === undefined ? agentsOf(cfg) : [flags.agent]) await work(agentId)
  }
  const use = <Result>(agentId: string, work: (agent: AgentMemory) => Promise<Result>) =>
    memories.use({ cfg, agentId, isOneShot: true }, work)

  shared(memory.command('search [query]').description('Search the memory of an agent'))
    .option('--query <text>', 'the query, instead of the argument')
    .option('--max-results <n>', 'the most results')
    .option('--min-score <n>', 'the confidence that the best result must have')
    .action(async (typed: string | undefined, flags: Flags) => {
      const query = flags.query ?? typed
      if (query === undefined) throw new InvalidArgumentError('Give a query: openclaw memory search "the deploy key"')
      const agentId = flags.agent ?? agentsOf(cfg)[0] ?? 'main'
      const limits = { maxResults: numberOf(flags.maxResults), minScore: numberOf(flags.minScore) }
      await use(agentId, async (agent) => {
        const { hits } = await findHits(agent, query, limits)
        print(flags.json ? JSON.stringify({ results: hits }, undefined, 2) : renderHits(hits))
      })
    })

  shared(memory.command('status').description('Show what is indexed, and what does not work'))
    .option('--deep', 'ask the embedding model, too')
    .option('--index', 'bring the index up to date first')
    .action(async (flags: Flags) => {
      const all: object[] = []
      await each(flags, async (agentId) => {
        const manager = await createSearchManager(memories, { cfg, agentId, isOneShot: true })
        if (flags.index) await manager.sync()
        const embedding = flags.deep || flags.index ? await manager.probeEmbeddingAvailability() : undefined
        all.push({ agentId, status: manager.status(), ...(embedding && { embedding }) })
      })
      print(flags.json ? JSON.stringify(all, undefined, 2) : all.map(renderStatus).join('\n\n'))
    })

  shared(memory.command('index').description('Bring the index of an agent up to date'))
    .option('--force', 'forget what is indexed first')
    .action(async (flags: Flags) => {
      await each(flags, (agentId) =>
        use(agentId, async (agent) => {
          if (flags.force) for (const { name } of await agent.memory.listRoots()) await agent.memory.removeRoot(name)
          const { chunks, embedded, embedFailure, seconds } = await agent.memory.sync()
          const { files } = await agent.memory.status()
          const failure = embedFailure === null ? '' : `; not all texts are embedded: ${embedFailure}`
          print(printable(`${agentId}: ${files} files in ${chunks} chunks, ${embedded} texts embedded in ${seconds.toFixed(1)} s${failure}`))
        }),
      )
    })
}

function shared(command: CommandLine): CommandLine {
  return command.option('--agent <id>', 'the agent').option('--json', 'print JSON')
}

/** The agents of the configuration; OpenClaw's usual one where none is named. */
export function agentsOf({ agents }: HostConfig): string[] {
  const named = [...Object.keys(agents?.entries ?? {}), ...(agents?.list ?? []).flatMap(({ id }) => id ?? [])]
  return named.length > 0 ? [...new Set(named)] : ['main']
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError(`${printable(text)} is not a number.`)
  return value
}

function renderHits(hits: readonly MemoryHit[]): string {
  if (hits.length === 0) return 'No matches.'
  return hits
    .map(({ score, citation, path, snippet }) => `${score.toFixed(3)} ${printable(citation ?? path)}\n${indent(snippet)}`)
    .join('\n\n')
}

const indent = (text: string): string =>
  text.split('\n').map((line) => `  ${printable(line)}`).join('\n')

function renderStatus(state: object): string {
  const { agentId, status, embedding } = state as {
    agentId: string
    status: Readonly<Record<string, unknown>> & { custom: Readonly<Record<'degraded' | 'ignoredSettings', string[]>> }
    embedding?: { ok: boolean; error?: string }
  }
  const { provider, model = '', files, chunks, dbPath, workspaceDir, custom } = status
  const asked = embedding && `embedding: ${embedding.ok ? 'ready' : (embedding.error ?? 'not ready')}`
  const lines = [
    `Recallite memory of ${agentId}`,
    `provider: ${String(provider)} ${String(model)}`.trimEnd(),
    `indexed: ${String(files)} files, ${String(chunks)} chunks`,
    `workspace: ${String(workspaceDir)}`,
    `database: ${String(dbPath)}`,
    ...(asked ? [asked] : []),
    ...custom.degraded.map((reason) => `degraded: ${reason}`),
    ...custom.ignoredSettings.map((reason) => `ignored: ${reason}`),
  ]
  return lines.map((line) => printable(line)).join('\n')
}
