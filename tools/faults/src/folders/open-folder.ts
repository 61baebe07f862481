import { join } from 'node:path'
import { startMcp } from '../mcp-session.ts'
import type { CaseLog } from '../run-suite.ts'
import { canaryWord, noteWord } from './outside.ts'
import type { Kind, Scene } from './scene.ts'

const asFound = ['--limit', '50', '--threshold', '0']

/** The commands of a user in a foreign folder. */
const defaultCommands = [
  ['search', canaryWord, ...asFound, '--json'],
  ['index'],
  ['search', noteWord, canaryWord, ...asFound],
  ['get', 'memory/secret.md'],
]

/** Additional commands, of which each case runs one. */
const rareCommands = [
  ['config'],
  ['status'],
  ['index', '.'],
  ['search', canaryWord, ...asFound, '--format', 'md'],
  ['search', noteWord, ...asFound, '--format', 'files'],
  ['doctor', '--deep'],
  ['doctor', '--repair'],
]

/** Opens a hostile folder on the command line and by MCP. Logs all answers. */
export async function openFolder(scene: Scene, kind: Kind, log: CaseLog): Promise<void> {
  const { world, project, random } = scene
  const commands = [...defaultCommands, ...(kind.commands ?? []), random.pick(rareCommands)]
  for (const args of commands) await world.run(log, args, { cwd: project, isPlain: true })
  const { answers, stderr } = await askByMcp(scene)
  const asRun = { command: 'recallite mcp', exitCode: 0, signal: null, isTimedOut: false, milliseconds: 0 }
  log.runs.push({ ...asRun, stdout: answers.join('\n'), stderr })
}

async function askByMcp({ world, project, outside }: Scene) {
  const answers: string[] = []
  const inside = ['MEMORY.md', 'memory/secret.md', 'secret.md', 'own.md']
  try {
    const session = await startMcp([], world, project)
    for (const query of [canaryWord, noteWord])
      answers.push(JSON.stringify(await session.call('memory_search', { query, minScore: 0 })))
    for (const path of [...inside, '../outside/secret.md', join(outside, 'secret.md')])
      answers.push(JSON.stringify(await session.call('memory_get', { path })))
    const listed = await session.resources().catch((error) => [String(error)])
    const invented = [`file://${outside}/secret.md`, 'recallite://memory/../../outside/secret.md']
    for (const uri of [...listed.slice(0, 30), ...invented])
      answers.push(uri, JSON.stringify(await session.read(uri)))
    await session.close()
    return { answers, stderr: session.stderr() }
  } catch (error) {
    return { answers, stderr: `the server could not be used: ${error}` }
  }
}
