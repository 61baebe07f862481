import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { Command } from 'commander'
import fromSources from '../plugin.js'
import type {
  AgentTool,
  CommandLine,
  CommandOptions,
  HostConfig,
  HostRuntime,
  PluginApi,
  PluginConfig,
  Session,
  ToolContext,
} from '../openclaw-api.js'

/** The OpenClaw of a test. */
interface FakeOptions {
  /** Default the sources. */
  readonly plugin?: typeof fromSources
  readonly files?: Readonly<Record<string, string>>
  readonly config?: HostConfig
  readonly pluginConfig?: PluginConfig
  readonly sessions?: readonly Session[]
  /** Whether memory-core has already registered its command. */
  readonly hasMemoryCore?: boolean
}

type Answer = Readonly<Record<string, unknown>> & { readonly results?: readonly Readonly<Record<string, unknown>>[] }

/** The parts of a memory capability that tests call. */
interface Capability {
  readonly runtime: {
    getMemorySearchManager(of: object): Promise<{ manager: Manager | null; error?: string }>
    closeAllMemorySearchManagers(): Promise<void>
  } & Readonly<Record<string, (of: object) => Promise<unknown>>>
}

interface Manager {
  search(query: string, options?: object): Promise<Readonly<Record<string, unknown>>[]>
  readFile(where: object): Promise<Answer>
  status(): Answer
  sync(): Promise<void>
  probeEmbeddingAvailability(): Promise<Answer>
  probeVectorAvailability(): Promise<boolean>
}

/** Registers the plugin in a fake OpenClaw whose workspace has the given files. */
export function fakeOpenClaw(options: FakeOptions = {}) {
  const { plugin = fromSources, files = {}, config = {}, pluginConfig, sessions = [], hasMemoryCore } = options
  const folder = temporaryFolder()
  const [workspace, state] = [join(folder, 'workspace'), join(folder, 'state')]
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  mkdirSync(workspace)
  for (const [path, text] of Object.entries(files)) write(path, text)
  const runtime: HostRuntime = {
    config: { current: () => config },
    state: { resolveStateDir: () => state },
    agent: {
      resolveAgentWorkspaceDir: () => workspace,
      session: { listSessionEntries: () => sessions },
    },
  }
  const tools = new Map<string, (context: ToolContext) => AgentTool | null>()
  let capability: Capability | undefined
  const { registerCli, run } = fakeProgram(config, hasMemoryCore)
  plugin.register({
    pluginConfig,
    runtime,
    registerTool: (create, { names }) => void names.map((name) => tools.set(name, create)),
    registerMemoryCapability: (given) => void (capability = given as Capability),
    registerCli,
  })
  return {
    workspace,
    state,
    config,
    write,
    tools,
    capability,
    /** Calls a tool as an agent; its process ends with the call by default. */
    async call(name: string, input: object, context: ToolContext = { oneShotCliRun: true }): Promise<Answer> {
      const tool = tools.get(name)?.({ config, agentId: 'main', ...context })
      if (!tool) throw new TypeError(`There is no tool ${name}.`)
      const { content, details } = await tool.execute('1', input)
      return content[0] && (JSON.parse(content[0].text) as Answer) ? (details as Answer) : {}
    },
    run,
  }
}

/** OpenClaw's program, with the commands of memory-core if that is loaded. */
function fakeProgram(config: HostConfig, hasMemoryCore = false) {
  const printed: string[] = []
  const program = new Command().exitOverride().configureOutput({ writeOut: (text) => void printed.push(text) })
  if (hasMemoryCore) for (const name of ['search', 'promote']) memoryOf(program).command(name)
  const registerCli: PluginApi['registerCli'] = (add, options) => {
    const parent = placeFor(options, program)
    if (parent) add({ program: parent as unknown as CommandLine, config })
  }
  /** Runs a command and returns its output. */
  async function run(...words: string[]): Promise<string> {
    printed.length = 0
    await program.parseAsync(words, { from: 'user' })
    return printed.join('')
  }
  return { registerCli, run }
}

/** As in OpenClaw, a top-level command belongs to the first plugin that registers it, a subcommand to the last one. */
function placeFor({ parentPath, descriptors }: CommandOptions, program: Command): Command | undefined {
  const parent = parentPath === undefined ? program : memoryOf(program)
  const commands = parent.commands as Command[]
  const taken = commands.filter((command) => descriptors.some(({ name }) => name === command.name()))
  if (parent === program && taken.length > 0) return undefined
  for (const command of taken) commands.splice(commands.indexOf(command), 1)
  return parent
}

const memoryOf = (program: Command): Command =>
  program.commands.find((command) => command.name() === 'memory') ?? program.command('memory')

/** A memory about a key and a database. */
export const someFiles = {
  'MEMORY.md': '# Memory\n\n- The deploy key is violet-42, kept by Ana.\n- Prefers tea.\n',
  'memory/2026-09-01.md': '# 2026-09-01\n\nWe chose PostgreSQL for billing because of row locks.\n',
}
