import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { driverFolder, modelPath, program, recallite, repository, run, withoutModel } from '../run.ts'
import type { Workspace } from '../workspace.ts'
import { indexFresh } from './indexing.ts'

const openDriver = "new (require('better-sqlite3'))(':memory:')"

/** A keyword search in a new process, as on the command line. */
export const coldSearch: Benchmark = {
  name: 'cold-search',
  what: 'recallite search by keywords, a whole process, no file changed',
  comparedWith: `node -e "${openDriver}"`,
  figures: [{ name: 'cold-search', unit: 'time', bound: { factor: 2.5, extra: 0 } }],
  async prepare(space) {
    const { database } = await indexFresh(space)
    const { title = '' } = space.notes[Math.floor(space.notes.length / 2)] ?? {}
    return {
      async subject() {
        const args = ['search', title, '--db', database, ...withoutModel]
        const { milliseconds, answer } = await recallite(space, args)
        assertResult(
          !answer.stale && answer.results.length > 0,
          `Expected results for "${title}", none stale.`,
        )
        return milliseconds
      },
      baseline: async () => (await run(['-e', openDriver], { cwd: driverFolder })).milliseconds,
    }
  },
}

/** A hybrid search answered by the resident program, compared with the least that any program on Node takes. */
export const residentSearch: Benchmark = {
  name: 'resident-search',
  what: 'hybrid recallite search, a whole process, answered by recallite serve',
  comparedWith: 'node -e 0',
  figures: [{ name: 'resident-search', unit: 'time', bound: { factor: 1.8, extra: 0 } }],
  async prepare(space) {
    const database = await residentMemory(space)
    return {
      async subject() {
        const args = ['search', 'what did we decide about sessions', ...database]
        const { milliseconds, answer } = await recallite(space, args)
        assertResult(answer.mode === 'hybrid' && answer.results.length > 0, `It was ${answer.mode}.`)
        return milliseconds
      },
      baseline: async () => (await run(['-e', '0'])).milliseconds,
    }
  },
}

/** Starts the resident program with a model for the example memory. Returns the flags of its database. */
export const residentMemory = (space: Workspace) =>
  space.once('resident memory', async () => {
    const model = modelPath('all-MiniLM-L6-v2.q8_0.gguf')
    const database = ['--db', join(space.folder, 'resident.sqlite')]
    await recallite(space, ['index', join(repository, 'examples/memory'), '--model', model, ...database])
    const resident = await serve(database, space.folder)
    process.once('exit', () => resident.kill())
    return database
  })

async function serve(database: readonly string[], home: string) {
  const args = [program, 'serve', '--port', '0', ...database]
  const env = { ...process.env, HOME: home }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [said] = await once(child.stderr.setEncoding('utf8'), 'data')
  assertResult(String(said).includes('Listening at'), String(said))
  child.stderr.destroy()
  child.unref()
  return child
}
