import { spawnSync } from 'node:child_process'
import {
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
  const hooks = readHooks(folder)
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-plugin-')))
  try {
    const { cwd, env, run } = install(join(program, 'dist/bin.js'), home)
    const launch = { ...readServer(folder), cwd, env }
    const tools = await toolsOf(launch)
    const loud = hooks.filter((command) => run(command) !== '')
    if (loud.length > 0) throw new Failure(`Not silent before anything is known: ${loud.join(', ')}`)
    await callTool(launch, 'memory_remember', { content: 'The staging server listens on port 7443.' })
    run('recallite trust .')
    const telling = hooks.filter((command) => run(command).includes('7443'))
    if (telling.length !== 2) throw new Failure(`Only these add what was told: ${telling.join(', ')}`)
    return [
      `server: ${tools.join(', ')}`,
      `hooks: ${hooks.length}, of which ${telling.length} add the fact that was told`,
      ...readSkills(folder),
    ]
  } finally {
    rmSync(home, { recursive: true })
  }
}

/** The commands of the hooks, after a look at the manifests. */
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
    throw new Failure(`hooks.json has other hooks than it should: ${names}`)
  return hooks.map(({ command }) => command)
}

function readServer(folder: string): Pick<Launch, 'command' | 'args'> {
  const { command, args } = readJson(folder, '.mcp.json').mcpServers.recallite
  return { command, args }
}

const readJson = (folder: string, path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))

/** Each skill has a name, that of its folder, and says when it is used. */
function readSkills(folder: string): string[] {
  return readdirSync(join(folder, 'skills')).map((name) => {
    const text = readFileSync(join(folder, 'skills', name, 'SKILL.md'), 'utf8')
    const [, title, when = ''] = /^---\nname: (\S+)\ndescription: (.+)\n---\n/u.exec(text) ?? []
    if (title === name && when.length <= 1024) return `skill ${name}: ${text.length} characters`
    throw new Failure(`skills/${name}/SKILL.md has no front matter of that name`)
  })
}

/** A home in which the built program is installed under its name, with a project without a memory. */
function install(script: string, home: string) {
  const [bin, cwd] = [join(home, 'bin'), join(home, 'project')]
  for (const path of [bin, cwd]) mkdirSync(path)
  const launcher = `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`
  writeFileSync(join(bin, 'recallite'), launcher, { mode: 0o755 })
  const path = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
  // A machine that does other things as well takes longer.
  const env = { PATH: path, HOME: home, RECALLITE_HOOKS_DEADLINE: '10s' }
  const input = JSON.stringify({ session_id: 's', cwd, prompt: 'Which port has the staging server?' })
  const run = (command: string): string => {
    const { status, stdout } = spawnSync('sh', ['-c', command], { cwd, env, input, encoding: 'utf8' })
    if (status === 0) return stdout
    throw new Failure(`${command} ended with ${status}`)
  }
  return { cwd, env, run }
}
