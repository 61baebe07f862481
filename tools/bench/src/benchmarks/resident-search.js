import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from '../benchmark-error.js'
import { runTimed } from '../run-timed.js'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const program = join(repository, 'apps/cli/dist/bin.js')

/** A model kept beside the checkout, never in it. */
const model = join(repository, '../shared/models/all-MiniLM-L6-v2.q8_0.gguf')
const question = 'what did we decide about sessions'

/**
 * A hybrid search that the resident program answers, with a keyword search in a process of its own.
 * @type {import('../benchmark-table.js').Benchmark}
 */
export const residentSearch = {
  name: 'resident-search',
  what: 'recallite search by meaning and words, answered by recallite serve',
  comparedWith: 'recallite search by words in its own process, over the same notes',
  bound: { factor: 1.3, extra: 0 },
  async prepare(space) {
    if (!existsSync(model)) throw new BenchmarkError('NO_MODEL', `This benchmark needs ${model}.`)
    const database = ['--db', join(space.folder, 'resident.sqlite')]
    const home = space.folder
    await runTimed([program, 'index', join(repository, 'examples/memory'), '--model', model, ...database], {
      home,
    })
    const resident = await serve(database, home)
    process.once('exit', () => resident.kill())
    const search = async (/** @type {readonly string[]} */ how, /** @type {string} */ mode) => {
      const { milliseconds, stdout } = await runTimed(
        [program, 'search', question, '--json', ...how, ...database],
        { home },
      )
      const answer = JSON.parse(stdout)
      if (answer.mode === mode && answer.results.length > 0) return milliseconds
      throw new BenchmarkError('WRONG_RESULT', `Expected a ${mode} search that finds something.`)
    }
    return {
      subject: () => search([], 'hybrid'),
      baseline: () => search(['--provider', 'none', '--in-process'], 'keyword'),
    }
  },
}

/**
 * Starts the resident program, which ends with this process or soon after it.
 * @param {readonly string[]} database
 * @param {string} home
 */
async function serve(database, home) {
  const args = [program, 'serve', '--port', 'none', '--idle', '1m', ...database]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said] = await once(child.stderr.setEncoding('utf8'), 'data')
  if (!String(said).includes('answered from here')) throw new BenchmarkError('PROCESS_FAILED', String(said))
  child.stderr.destroy()
  child.unref()
  return child
}
