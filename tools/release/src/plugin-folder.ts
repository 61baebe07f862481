import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { callTool, type Launch, toolsOf } from './mcp-client.ts'
import { Failure } from './run.ts'

/**
 * Checks the plugin folder of the built program: the shapes of its files, the server that it names, and each of its hooks in a home
 * of their own: silent before anything is known, and with what was told afterwards.
 * @param program the folder of the program's package
 * @returns what was found, a line for each part
 * @throws Failure
 */
export async function checkPlugin(program: string): Promise<string[]> {
  const folder = join(program, 'plugin')
  const { hooks } = readPlugin(folder)
  const machine = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-plugin-')))
  try {
    const { cwd, env, run } = install(join(program, 'dist/bin.js'), machine)
    const [[name, server] = []] = Object.entries(readServers(folder))
    if (server === undefined || name !== 'recallite') throw new Failure('.mcp.json names no server recallite')
    const launch = { ...server, cwd, env }
    const tools = await toolsOf(launch)
    for (const { command } of hooks) assertSilent(command, run(command))
    await callTool(launch, 'memory_remember', { content: 'The staging server listens on port 7443.' })
    run('recallite trust .')
    const added = hooks.map(({ event, command }) => `${event}: ${contextOf(run(command)).length} characters`)
    return [
      `server ${name}: ${tools.join(', ')}`,
      `hooks, of one fact told before: ${added.join('; ')}`,
      ...skillsOf(folder),
    ]
  } finally {
    rmSync(machine, { recursive: true })
  }
}

interface Hook {
  readonly event: string
  readonly command: string
}

/** The events that the plugin may have hooks for. */
const events = new Set(['SessionStart', 'UserPromptSubmit', 'PreCompact'])

function readPlugin(folder: string): { hooks: Hook[] } {
  const manifest = readJson(join(folder, '.claude-plugin/plugin.json'))
  if (!/^[a-z0-9-]+$/u.test(String(manifest['name'])) || typeof manifest['description'] !== 'string')
    throw new Failure('plugin.json: name must be in kebab-case, and description a text')
  const market = readJson(join(folder, '.claude-plugin/marketplace.json'))
  const [offered] = market['plugins'] as { name: string; source: string }[]
  if (offered?.name !== manifest['name'] || offered?.source !== './')
    throw new Failure('marketplace.json does not offer this folder')
  const { hooks } = readJson(join(folder, 'hooks/hooks.json')) as {
    hooks: Record<string, { hooks: HookEntry[] }[]>
  }
  return {
    hooks: Object.entries(hooks).flatMap(([event, groups]) =>
      groups.flatMap((group) => readHooks(event, group.hooks)),
    ),
  }
}

interface HookEntry {
  readonly type: string
  readonly command: string
  readonly timeout: number
}

function readHooks(event: string, entries: readonly HookEntry[]): Hook[] {
  return entries.map(({ type, command, timeout }) => {
    if (!events.has(event) || type !== 'command' || !command.startsWith('recallite hook ') || !(timeout > 0))
      throw new Failure(`hooks.json: ${event} has an entry that is none of ours`)
    return { event, command }
  })
}

const readServers = (folder: string) =>
  readJson(join(folder, '.mcp.json'))['mcpServers'] as Record<string, Pick<Launch, 'command' | 'args'>>

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>

/** Each skill has a name, that of its folder, and says when it is used. */
function skillsOf(folder: string): string[] {
  return readdirSync(join(folder, 'skills')).map((name) => {
    const text = readFileSync(join(folder, 'skills', name, 'SKILL.md'), 'utf8')
    const [, title, when = ''] = /^---\nname: (\S+)\ndescription: (.+)\n---\n/u.exec(text) ?? []
    if (title !== name || when.length > 1024)
      throw new Failure(`skills/${name}/SKILL.md has no front matter of that name`)
    return `skill ${name}: ${text.length} characters`
  })
}

/** A machine on which the built program is installed under its name, and a project without a memory. */
function install(script: string, machine: string) {
  const [bin, cwd] = [join(machine, 'bin'), join(machine, 'project')]
  for (const path of [bin, cwd]) mkdirSync(path)
  writeFileSync(join(bin, 'recallite'), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`)
  chmodSync(join(bin, 'recallite'), 0o755)
  const path = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
  // A machine that does other things as well takes longer.
  const env = { PATH: path, HOME: machine, RECALLITE_HOOKS_DEADLINE: '10s' }
  const input = JSON.stringify({
    session_id: 's',
    cwd,
    prompt: 'Which port has the staging server?',
    source: 'startup',
  })
  const run = (command: string) => spawnSync('sh', ['-c', command], { cwd, env, input, encoding: 'utf8' })
  return { cwd, env, run }
}

type Ran = Pick<ReturnType<typeof spawnSync>, 'status' | 'stdout' | 'stderr'>

function assertSilent(command: string, { status, stdout, stderr }: Ran): void {
  if (status !== 0 || stdout !== '' || stderr !== '')
    throw new Failure(`${command} is not silent: ${status}, ${stdout}${stderr}`)
}

function contextOf({ stdout }: Ran): string {
  if (stdout === '') return ''
  return String(JSON.parse(String(stdout)).hookSpecificOutput.additionalContext)
}
