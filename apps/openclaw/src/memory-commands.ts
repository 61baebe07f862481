import { printable, renderJson, UsageError } from '@recallite/command-line'
import type { AgentMemories } from './agent-memories.js'
import { findHits } from './memory-hits.js'
import type { AgentRequest, CommandLine, HostConfig, MemoryHit, PluginApi } from './openclaw-api.js'
import { createSearchManager } from './search-manager.js'

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

/**
 * Registers `openclaw recallite` and, if the plugin `replaces` memory-core, `openclaw memory`. OpenClaw loads memory-core for some of
 * these commands anyway, which registers `memory` first: then the subcommands replace those of the same name.
 */
export function registerMemoryCommands(
  api: Pick<PluginApi, 'registerCli'>,
  memories: AgentMemories,
  replaces: boolean,
): void {
  for (const name of replaces ? ['recallite', 'memory'] : ['recallite']) {
    api.registerCli(
      ({ program, config }) => addCommands(program.command(name).description(purpose), config, memories),
      { descriptors: [{ name, description: purpose, hasSubcommands: true }] },
    )
  }
  if (!replaces) return
  api.registerCli(({ program, config }) => addCommands(program, config, memories), {
    parentPath: ['memory'],
    descriptors: Object.entries(help).map(([name, description]) => {
      return { name, description, hasSubcommands: false }
    }),
  })
}

const purpose = 'Search and index the memory of agents, and show its state'

const help = {
  search: 'Search the memory of an agent',
  status: 'Show what is indexed and what does not work',
  index: 'Update the index',
}

function addCommands(parent: CommandLine, config: HostConfig, memories: AgentMemories): void {
  const add = (name: keyof typeof help, words = '') =>
    parent
      .command(`${name}${words}`)
      .description(help[name])
      .option('--agent <id>', 'the agent')
      .option('--json', 'print JSON')
  const answer = (result: object, text: string, { json }: Flags) =>
    parent.configureOutput().writeOut?.(json ? renderJson(result) : `${text}\n`)
  const requestOf = (agentId: string) => ({ cfg: config, agentId, isOneShot: true })
  const ofEach = <Result>(flags: Flags, work: (request: AgentRequest) => Promise<Result>) =>
    Array.fromAsync(agentsOf(config, flags), (agentId) => work(requestOf(agentId)))

  add('search', ' [query]')
    .option('--query <text>', 'the query, instead of the argument')
    .option('--max-results <n>', 'maximum number of results')
    .option('--min-score <n>', 'minimum confidence of the best result')
    .action(async (typed: string | undefined, flags: Flags) => {
      const query = flags.query ?? typed
      if (query === undefined) throw new UsageError('Pass a query, as in: search "the deploy key"')
      const limits = { maxResults: numberOf(flags.maxResults), minScore: numberOf(flags.minScore) }
      const [agentId = 'main'] = agentsOf(config, flags)
      const { hits } = await memories.use(requestOf(agentId), (agent) => findHits(agent, query, limits))
      answer({ results: hits }, renderHits(hits), flags)
    })

  add('status')
    .option('--deep', 'also test the embedding model')
    .option('--index', 'update the index first')
    .action(async (flags: Flags) => {
      const states = await ofEach(flags, (request) => readState(memories, request, flags))
      answer(states, states.map(renderState).join('\n\n'), flags)
    })

  add('index')
    .option('--force', 'rebuild the index from scratch')
    .action(async (flags: Flags) => {
      const reports = await ofEach(flags, (request) => index(memories, request, flags))
      answer(reports, reports.map(renderReport).join('\n'), flags)
    })
}

function agentsOf({ agents }: HostConfig, { agent }: Flags): string[] {
  if (agent !== undefined) return [agent]
  const named = Object.keys(agents?.entries ?? {})
  return named.length > 0 ? named : ['main']
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (text.trim() === '' || !Number.isFinite(Number(text)))
    throw new UsageError(`${printable(text)} is not a number.`)
  return Number(text)
}

async function readState(memories: AgentMemories, request: AgentRequest, { deep, index: isFirst }: Flags) {
  const manager = await createSearchManager(memories, request)
  if (isFirst) await manager.sync()
  const embedding = deep || isFirst ? await manager.probeEmbeddingAvailability() : undefined
  return { agentId: request.agentId, status: manager.status(), embedding }
}

function index(memories: AgentMemories, request: AgentRequest, { force }: Flags) {
  return memories.use(request, async ({ memory }) => {
    if (force) for (const { name } of await memory.listRoots()) await memory.removeRoot(name)
    const { chunks, embedded, embedFailure, seconds } = await memory.sync()
    const { files } = await memory.status()
    return { agentId: request.agentId, files, chunks, embedded, seconds, embedFailure }
  })
}

function renderReport(report: Awaited<ReturnType<typeof index>>) {
  const { agentId, files, chunks, embedded, embedFailure, seconds } = report
  const failure = embedFailure === null ? '' : `; some texts are not embedded: ${embedFailure}`
  return printable(
    `${agentId}: ${files} files, ${chunks} chunks, ${embedded} texts embedded in ${seconds.toFixed(1)} s${failure}`,
  )
}

function renderHits(hits: readonly MemoryHit[]): string {
  if (hits.length === 0) return 'No matches.'
  const lines = hits.flatMap(({ score, citation, snippet }) => [
    `${score.toFixed(3)} ${citation}`,
    ...snippet.split('\n').map((line) => `  ${line}`),
  ])
  return lines.map((line) => printable(line)).join('\n')
}

function renderState({ agentId, status, embedding }: Awaited<ReturnType<typeof readState>>): string {
  const { provider, model = '', files, chunks, dbPath, workspaceDir, custom } = status
  const lines = [
    `Recallite memory of ${agentId}`,
    `provider: ${provider} ${model}`.trimEnd(),
    `indexed: ${files} files, ${chunks} chunks`,
    `workspace: ${workspaceDir}`,
    `database: ${dbPath}`,
    ...(embedding ? [`embedding: ${embedding.ok ? 'ready' : (embedding.error ?? 'not ready')}`] : []),
    ...custom.degraded.map((reason) => `degraded: ${reason}`),
    ...custom.ignored.map((reason) => `ignored: ${reason}`),
  ]
  return lines.map((line) => printable(line)).join('\n')
}
