import { BenchmarkError } from '../benchmark-error.js'
import { indexFresh } from '../index-fresh.js'
import { measurePhases } from '../phases.js'
import { recallite } from '../recallite.js'
import { runTimed } from '../run-timed.js'
import { driverFolder } from '../sqlite-driver.js'

const openDriver = "new (require('better-sqlite3'))(':memory:')"

/**
 * Asks for a note's title, and makes sure that something is found in an index that is up to date.
 * @param {import('../workspace.js').Workspace} space
 * @param {string} database
 * @param {readonly string[]} [flags] of `node`
 */
async function search(space, database, flags) {
  const note = space.notes[Math.floor(space.notes.length / 2)]
  const args = ['search', note?.title ?? '', '--db', database]
  const { milliseconds, answer } = await recallite(space, args, flags)
  if (answer.stale || answer.results.length === 0) {
    throw new BenchmarkError('WRONG_RESULT', `Expected results for "${note?.title}" and nothing stale.`)
  }
  return milliseconds
}

/** A search by words from a process that starts for it, as people run it. @type {import('../benchmark-table.js').Benchmark} */
export const coldSearch = {
  name: 'cold-search',
  what: 'recallite search by words, from start to end of its process, no file changed',
  comparedWith: `node -e "${openDriver}"`,
  bound: { factor: 2.5, extra: 0 },
  async prepare(space) {
    const { database } = await indexFresh(space)
    return {
      subject: () => search(space, database),
      baseline: async () => (await runTimed(['-e', openDriver], { cwd: driverFolder })).milliseconds,
      phases: () => measurePhases((flags) => search(space, database, flags)),
    }
  },
}
