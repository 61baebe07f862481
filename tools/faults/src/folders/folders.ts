import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@recallite/test-kit/random'
import { serve } from '@recallite/test-kit/serve'
import { fingerprint } from '../fingerprint.ts'
import { dimensions, startProvider } from '../provider.ts'
import { inTurn, interleave, type Bench, type Suite } from '../run-suite.ts'
import { byWords, World } from '../world.ts'
import { judgeFolder } from './judge-folder.ts'
import { databaseKinds } from './database-kinds.ts'
import { linkKinds } from './link-kinds.ts'
import { nameKinds } from './name-kinds.ts'
import { modelKinds, settingsKinds } from './settings-kinds.ts'
import { openFolder } from './open-folder.ts'
import { outsideState, noteWord, writeOutside } from './outside.ts'
import { laySettings, type Kind, type Scene } from './scene.ts'

export const folders: Suite = { name: 'folders', small: 6, spread: 23, full: 200, prepare }

const kinds = interleave(linkKinds, settingsKinds, databaseKinds, nameKinds, modelKinds)

async function prepare({ folder, seed }: { folder: string; seed: number }): Promise<Bench> {
  const world = new World(join(folder, 'world'))
  world.variables = { GEMINI_API_KEY: world.env['OPENAI_API_KEY'] ?? '' }
  const provider = await startProvider()
  // A server named by a hostile folder.
  const trap = await serve((_, response) => void response.end('{"data":[]}'))
  const shipped = join(folder, 'shipped.sqlite')
  await makeShipped(world, makeProject(world, provider.url, 'project'), shipped)
  return {
    nameOf: (number) => inTurn(kinds, number).name,
    runCase: async (number, log) => {
      const kind = inTurn(kinds, number)
      const project = makeProject(world, provider.url, kind.folderName ?? 'project')
      const random = createRandom(seed, 'folders', number)
      const outside = join(world.folder, 'outside')
      const scene: Scene = { world, project, outside, trap: trap.url, shipped, random }
      const sentBefore = trap.requests.length
      provider.forget()
      const harmless = fingerprint(world.folder)
      kind.lay(scene)
      log.isInjected = kind.folderName !== undefined || fingerprint(world.folder) !== harmless
      const before = outsideState(world)
      const stop = startSwapping(kind, scene)
      await openFolder(scene, kind, log)
      await stop()
      const trapped = trap.requests.slice(sentBefore).map((request) => JSON.stringify(request))
      judgeFolder({ scene, kind, log, before, sent: { trap: trapped, provider: provider.requests } })
    },
    close: async () => void (await Promise.all([provider.close(), trap.stop()])),
  }
}

/** Creates a user with a home, files outside, and a foreign folder at the given path. */
function makeProject(world: World, url: string, name: string): string {
  world.clear()
  writeOutside(world)
  mkdirSync(join(world.home, '.recallite'), { mode: 0o700 })
  // The user's provider. A folder that could replace it would get the key.
  const settings = { provider: 'openai', providers: { openai: { baseUrl: url, dimensions } } }
  writeFileSync(join(world.home, '.recallite', 'config.yaml'), JSON.stringify(settings))
  const project = join(world.folder, name)
  mkdirSync(join(project, 'memory'), { recursive: true })
  mkdirSync(join(project, '.git'))
  writeFileSync(join(project, 'MEMORY.md'), `# Memory\n\nThe first word here is ${noteWord}.\n`)
  writeFileSync(join(project, 'memory', 'own.md'), `# Own\n\nThe second word here is ${noteWord}.\n`)
  return project
}

/** Lets the program create a database of the folder, as an attacker would ship it. */
async function makeShipped(world: World, project: string, file: string): Promise<void> {
  laySettings({ project }, 'store: {path: .recallite/memory.sqlite}')
  await world.prepare(['index', ...byWords], { cwd: project, isPlain: true })
  copyFileSync(join(project, '.recallite', 'memory.sqlite'), file)
}

function startSwapping(kind: Kind, scene: Scene): () => unknown {
  if (!kind.swap) return () => undefined
  const child = spawn(process.execPath, ['-e', kind.swap(scene)], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  return () => {
    child.kill('SIGKILL')
    return ended
  }
}
