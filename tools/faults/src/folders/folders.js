import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CaseLog } from '../case-log.js'
import { fingerprint } from '../fingerprint.js'
import { dimensions, startProvider } from '../provider.js'
import { createRandom } from '../random.js'
import { byWords, World } from '../world.js'
import { FaultsError } from '../faults-error.js'
import { judgeFolder } from './judge-folder.js'
import { kinds } from './kinds.js'
import { openFolder } from './open-folder.js'
import { laySettings } from './lay.js'
import { outsideState, ownWord, startTrap, writeOutside } from './outside.js'

/** @typedef {import('./kinds.js').Scene} Scene */

/** @type {import('../run-suite.js').Suite} */
export const folders = { name: 'folders', small: 6, spread: 23, full: 200, prepare }

/**
 * A user with a home, files outside, and a folder that came from elsewhere.
 * @param {World} world
 * @param {{ url: string, trap: string, name: string }} options
 * @returns {Omit<Scene, 'random' | 'shipped'>}
 */
function makeScene(world, { url, trap, name }) {
  world.clear()
  writeOutside(world)
  mkdirSync(join(world.home, '.recallite'), { mode: 0o700 })
  // The user's own provider: a folder that could name another would be sent the key.
  writeFileSync(
    join(world.home, '.recallite', 'config.yaml'),
    JSON.stringify({ provider: 'openai', providers: { openai: { baseUrl: url, dimensions } } }),
  )
  const project = join(world.folder, name)
  mkdirSync(join(project, 'memory'), { recursive: true })
  mkdirSync(join(project, '.git'))
  writeFileSync(join(project, 'MEMORY.md'), `# Memory\n\nThe first word here is ${ownWord}.\n`)
  writeFileSync(join(project, 'memory', 'own.md'), `# Own\n\nThe second word here is ${ownWord}.\n`)
  return { world, project, outside: join(world.folder, 'outside'), trap }
}

/**
 * A database that the program makes of the folder, as somebody would ship it.
 * @param {Omit<Scene, 'random' | 'shipped'>} scene
 * @param {string} file where it is kept
 */
async function makeShipped({ world, project }, file) {
  laySettings({ project }, { store: { path: '.recallite/memory.sqlite' } })
  const log = new CaseLog('shipped', '')
  const run = await world.run(log, ['index', ...byWords], { cwd: project, isPlain: true })
  if (run.exitCode !== 0) throw new FaultsError(`No database could be made to be shipped: ${run.stderr}`)
  copyFileSync(join(project, '.recallite', 'memory.sqlite'), file)
}

/** @param {number} number */
function kindAt(number) {
  const kind = kinds[number % kinds.length]
  if (!kind) throw new FaultsError('There are no kinds of hostile folders.')
  return kind
}

/** @param {import('./kinds.js').Kind} kind @param {Scene} scene */
function startSwapping(kind, scene) {
  if (!kind.swap) return () => undefined
  const child = spawn(process.execPath, ['-e', kind.swap(scene)], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  return () => {
    child.kill('SIGKILL')
    return ended
  }
}

/**
 * @param {{ folder: string, seed: number }} options
 * @returns {Promise<import('../run-suite.js').Bench>}
 */
async function prepare({ folder, seed }) {
  const world = new World(join(folder, 'world'))
  world.variables = { GEMINI_API_KEY: world.env.OPENAI_API_KEY }
  const provider = await startProvider()
  const trap = await startTrap()
  const shipped = join(folder, 'shipped.sqlite')
  const addresses = { url: provider.url, trap: trap.url }
  await makeShipped(makeScene(world, { ...addresses, name: 'project' }), shipped)
  return {
    nameOf: (number) => kindAt(number).name,
    runCase: async (number, log) => {
      const kind = kindAt(number)
      const name = kind.folderName ?? 'project'
      const scene = {
        ...makeScene(world, { ...addresses, name }),
        random: createRandom(seed, 'folders', number),
        shipped,
      }
      trap.forget()
      provider.forget()
      const harmless = fingerprint(world.folder)
      kind.lay(scene)
      log.isInjected = name !== 'project' || fingerprint(world.folder) !== harmless
      const before = outsideState(world)
      const stop = startSwapping(kind, scene)
      try {
        await openFolder(scene, kind, log)
      } finally {
        await stop()
      }
      judgeFolder({ scene, kind, log, before, sent: { trap: trap.requests, provider: provider.requests } })
    },
    close: async () => {
      await Promise.all([provider.close(), trap.close()])
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    },
  }
}
