import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { driverPath, hostPath, recallite, run, withoutModel } from '../run.ts'
import type { Workspace } from '../workspace.ts'

/** Indexes a folder without a model and checks that all files are indexed. */
export async function indexFolder(
  space: Workspace,
  {
    folder,
    database,
    files,
    isFirst,
    measuresMemory = false,
  }: { folder: string; database: string; files: number; isFirst: boolean; measuresMemory?: boolean },
) {
  const args = ['index', folder, '--db', database, ...withoutModel]
  const result = await recallite(space, args, { measuresMemory })
  const { added, unchanged } = result.answer
  const found = isFirst ? added : unchanged
  assertResult(found === files, `${found} files were ${isFirst ? 'added' : 'unchanged'}, ${files} expected.`)
  return result
}

export async function indexFresh(space: Workspace) {
  const database = space.freshPath()
  const { corpus: folder, files } = space
  const { milliseconds } = await indexFolder(space, { folder, database, files, isFirst: true })
  return { milliseconds, database }
}

const bareProgram = hostPath('hosts/bare-full-text.js')

/** The first indexing of a folder without vectors. */
export const indexKeyword: Benchmark = {
  name: 'index-keyword',
  what: 'recallite index without a model, into a new database',
  comparedWith:
    'the same files into a bare FTS5 table (porter unicode61, WAL), one transaction each, in a process',
  figures: [{ name: 'index-keyword', unit: 'time', bound: { factor: 6, extra: 0 } }],
  prepare: async (space) => ({
    subject: async () => (await indexFresh(space)).milliseconds,
    async baseline() {
      const { milliseconds, stdout } = await run([bareProgram, driverPath, space.freshPath(), space.corpus])
      assertResult(Number(stdout) === space.files, `${stdout} texts were inserted, ${space.files} expected.`)
      return milliseconds
    },
  }),
}

/** Indexing again without changes. */
export const indexUnchanged: Benchmark = {
  name: 'index-unchanged',
  what: 'recallite index again, no file changed',
  comparedWith: 'the first recallite index of the same files',
  figures: [{ name: 'index-unchanged', unit: 'time', bound: { factor: 0, extra: 1000 } }],
  async prepare(space) {
    let database = ''
    return {
      async subject() {
        const { corpus: folder, files } = space
        return (await indexFolder(space, { folder, database, files, isFirst: false })).milliseconds
      },
      async baseline() {
        const first = await indexFresh(space)
        database = first.database
        return first.milliseconds
      },
    }
  },
}
