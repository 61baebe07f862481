import { BenchmarkError } from '../benchmark-error.js'
import { indexFresh } from '../index-fresh.js'
import { recallite } from '../recallite.js'

/**
 * @param {import('../workspace.js').Workspace} space
 * @param {string} database
 */
async function indexAgain(space, database) {
  const { milliseconds, answer } = await recallite(space, ['index', space.corpus, '--db', database])
  if (answer.unchanged !== space.size.files) {
    throw new BenchmarkError(
      'WRONG_RESULT',
      `${answer.unchanged} files were unchanged, ${space.size.files} expected.`,
    )
  }
  return milliseconds
}

/** Indexing again where nothing has changed. @type {import('../benchmark-table.js').Benchmark} */
export const indexUnchanged = {
  name: 'index-unchanged',
  what: 'recallite index once more, no file changed',
  comparedWith: 'the first recallite index of the same files',
  bound: { factor: 0, extra: 1000 },
  async prepare(space) {
    let database = ''
    return {
      async baseline() {
        const first = await indexFresh(space)
        database = first.database
        return first.milliseconds
      },
      subject: () => indexAgain(space, database),
    }
  },
}
