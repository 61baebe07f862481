import { join } from 'node:path'
import { startMcp } from '../mcp-session.js'
import { canaryWord, ownWord } from './outside.js'

/** @typedef {import('./kinds.js').Scene} Scene */
/** @typedef {import('../case-log.js').CaseLog} CaseLog */

const asFound = ['--limit', '50', '--threshold', '0']

/** What a user does in a folder that came from elsewhere. Each list is one command. */
const usualCommands = [
  ['search', canaryWord, ...asFound, '--json'],
  ['index'],
  ['search', ownWord, canaryWord, ...asFound],
  ['get', 'memory/secret.md'],
]

/** Commands of which each case runs one besides. */
const rareCommands = [
  ['config'],
  ['status'],
  ['index', '.'],
  ['search', canaryWord, ...asFound, '--format', 'md'],
  ['search', ownWord, ...asFound, '--format', 'files'],
  ['doctor', '--deep'],
  ['doctor', '--repair'],
]

/**
 * Opens a hostile folder by the command line and by MCP; everything that was answered is in the log.
 * @param {Scene} scene
 * @param {import('./kinds.js').Kind} kind
 * @param {CaseLog} log
 */
export async function openFolder(scene, kind, log) {
  const { world, project, random } = scene
  const commands = [...usualCommands, ...(kind.commands ?? []), random.pick(rareCommands)]
  for (const args of commands) await world.run(log, args, { cwd: project, isPlain: true })
  await askByMcp(scene, log)
}

/** @param {Scene} scene @param {CaseLog} log */
async function askByMcp({ world, project, outside }, log) {
  const started = performance.now()
  /** @type {string[]} */
  const answers = []
  let stderr = ''
  try {
    const session = await startMcp([], { cwd: project, env: world.env })
    const paths = [
      'MEMORY.md',
      'memory/secret.md',
      'secret.md',
      'own.md',
      '../outside/secret.md',
      join(outside, 'secret.md'),
    ]
    for (const query of [canaryWord, ownWord])
      answers.push(JSON.stringify(await session.call('memory_search', { query, minScore: 0 })))
    for (const path of paths) answers.push(JSON.stringify(await session.call('memory_get', { path })))
    const uris = await session.resources().catch((error) => void answers.push(String(error)))
    for (const uri of [
      ...(uris ?? []).slice(0, 30),
      `file://${outside}/secret.md`,
      'recallite://memory/../../outside/secret.md',
    ]) {
      answers.push(uri, JSON.stringify(await session.read(uri)))
    }
    await session.close()
    stderr = session.stderr()
  } catch (error) {
    stderr += `the server could not be used: ${error}`
  }
  log.runs.push({
    command: 'recallite mcp',
    exitCode: 0,
    signal: null,
    isTimedOut: false,
    stdout: answers.join('\n'),
    stderr,
    milliseconds: Math.round(performance.now() - started),
  })
}
