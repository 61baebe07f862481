import { BenchmarkError } from './benchmark-error.js'
import { recallite } from './recallite.js'

/**
 * Indexes the corpus into a new database and makes sure that all of it is in.
 * @param {import('./workspace.js').Workspace} space
 * @returns {Promise<{ milliseconds: number, database: string }>}
 */
export async function indexFresh(space) {
  const database = space.freshPath()
  const { milliseconds, answer } = await recallite(space, ['index', space.corpus, '--db', database])
  if (answer.added !== space.size.files) {
    throw new BenchmarkError(
      'WRONG_RESULT',
      `${answer.added} files were indexed, ${space.size.files} expected.`,
    )
  }
  return { milliseconds, database }
}
