import { fileURLToPath } from 'node:url'
import { BenchmarkError } from '../benchmark-error.js'
import { indexFresh } from '../index-fresh.js'
import { runTimed } from '../run-timed.js'
import { driverPath } from '../sqlite-driver.js'

const program = fileURLToPath(new URL('../baselines/bare-full-text.js', import.meta.url))

/** @param {import('../workspace.js').Workspace} space */
async function insertBare(space) {
  const args = [program, driverPath, space.freshPath(), space.corpus]
  const { milliseconds, stdout } = await runTimed(args)
  if (Number(stdout) !== space.size.files) {
    throw new BenchmarkError('WRONG_RESULT', `${stdout} texts were inserted, ${space.size.files} expected.`)
  }
  return milliseconds
}

/** The first indexing of a folder, without vectors. @type {import('../benchmark-table.js').Benchmark} */
export const indexKeyword = {
  name: 'index-keyword',
  what: 'recallite index without a model, into a new database',
  comparedWith:
    'the same files into a bare FTS5 table (porter unicode61, WAL), a transaction each, in a process',
  bound: { factor: 6, extra: 0 },
  prepare: async (space) => ({
    subject: async () => (await indexFresh(space)).milliseconds,
    baseline: () => insertBare(space),
  }),
}
