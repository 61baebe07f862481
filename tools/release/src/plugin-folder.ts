import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMachine } from './machine.ts'
import { callTool, type Launch, toolsOf } from './mcp-client.ts'
import { Failure, run } from './run.ts'

/**
 * Checks the plugin folder of the built program: the formats of its files, its server, and each hook on a separate machine.
 * Hooks must be silent before there are records, and print them afterwards. Returns one line per part.
 * @param program the folder of the program's package
 * @throws Failure
 */
export async function checkPlugin(program: string): Promise<string[]> {
  const folder = join(program, 'plugin')
  const hooks = readHooks(folder)
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-plugin-')))
  try {
    const { cwd, env, type } = install(join(program, 'dist/bin.js'), scratch)
    const launch = { ...readServer(folder), cwd, env }
    const tools = await toolsOf(launch)
    const before = await Promise.all(hooks.map(type))
    if (before.join('') !== '') throw new Failure(`Hooks print without records: ${before.join('\n')}`)
    await callTool(launch, 'memory_remember', { content: 'The staging server listens on port 7443.' })
    await type('recallite trust .')
    const after = await Promise.all(hooks.map(type))
    const adding = hooks.filter((_, index) => after[index]?.includes('7443'))
    if (adding.length !== 2) throw new Failure(`Only these print the record: ${adding.join(', ')}`)
    return [
      `server: ${tools.join(', ')}`,
      `hooks: ${hooks.length}; ${adding.length} print the stored record`,
      ...readSkills(folder),
    ]
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** The commands of the hooks, after checking the manifests. */
function readHooks(folder: string): string[] {
  const { name, description } = readJson(folder, '.claude-plugin/plugin.json')
  const [offered] = readJson(folder, '.claude-plugin/marketplace.json').plugins
  if (!/^[a-z0-9-]+$/u.test(name) || !description || offered.name !== name || offered.source !== './')
    throw new Failure('plugin.json and marketplace.json do not describe this folder')
  const events: Record<string, { hooks: { type: string; command: string; timeout: number }[] }[]> = readJson(
    folder,
    'hooks/hooks.json',
  ).hooks
  const names = Object.keys(events).join()
  const hooks = Object.values(events).flatMap((groups) => groups.flatMap((group) => group.hooks))
  const odd = hooks.filter(({ type, timeout }) => type !== 'command' || !(timeout > 0))
  if (names !== 'SessionStart,UserPromptSubmit,PreCompact' || odd.length > 0)
    throw new Failure(`hooks.json has unexpected hooks: ${names}`)
  return hooks.map(({ command }) => command)
}

function readServer(folder: string): Pick<Launch, 'command' | 'args'> {
  const { command, args } = readJson(folder, '.mcp.json').mcpServers.recallite
  return { command, args }
}

const readJson = (folder: string, path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))

/** Each skill must have the name of its folder and a description. */
function readSkills(folder: string): string[] {
  return readdirSync(join(folder, 'skills')).map((name) => {
    const text = readFileSync(join(folder, 'skills', name, 'SKILL.md'), 'utf8')
    const [, title, when = ''] = /^---\nname: (\S+)\ndescription: (.+)\n---\n/u.exec(text) ?? []
    if (title === name && when.length <= 1024) return `skill ${name}: ${text.length} characters`
    throw new Failure(`skills/${name}/SKILL.md has no front matter with that name`)
  })
}

/** A machine with the built program installed, and a project without a memory. */
function install(script: string, folder: string) {
  const { home, env: machineEnv } = makeMachine(folder, '')
  symlinkSync(script, join(folder, 'bin/recallite'))
  // Hooks take longer on a busy machine.
  const env = { ...(machineEnv as Record<string, string>), RECALLITE_HOOKS_DEADLINE: '10s' }
  const cwd = join(home, 'project')
  mkdirSync(cwd)
  const event = join(home, 'event.json')
  writeFileSync(event, JSON.stringify({ session_id: 's', cwd, prompt: 'Which port has the staging server?' }))
  /** Runs a shell line, which reads the event of a host. */
  const type = (line: string) => run(['sh', '-c', `{ ${line}; } <${event}`], { cwd, env })
  return { cwd, env, type }
}
