import { BenchmarkError } from '../benchmark-error.js'
import { manyFilesOf } from '../many-files.js'
import { recallite, runProgram } from '../recallite.js'
import { runForMemory } from '../run-for-memory.js'
import { median } from '../statistics.js'

/** @typedef {import('../workspace.js').Workspace} Workspace */
/** @typedef {import('../many-files.js').IndexedFolder} IndexedFolder */
/** @typedef {import('../benchmark-table.js').Benchmark} Benchmark */

/**
 * Measures the same of an index of many files and of one of ten.
 * @param {(space: Workspace, folder: IndexedFolder) => Promise<number>} measure
 * @param {'some' | 'many'} [size]
 * @returns {Benchmark['prepare']}
 */
function comparedWithFew(measure, size = 'many') {
  return async (space) => {
    const folders = await manyFilesOf(space)
    return {
      baseline: () => measure(space, folders.few),
      subject: () => measure(space, folders[size]),
    }
  }
}

/** @param {{ unchanged: number }} answer @param {IndexedFolder} folder */
function assertUnchanged({ unchanged }, { files }) {
  if (unchanged === files) return
  throw new BenchmarkError('WRONG_RESULT', `${unchanged} files were unchanged, ${files} expected.`)
}

/** @param {Workspace} space @param {IndexedFolder} folder */
async function indexAgain(space, folder) {
  const args = ['index', folder.folder, '--db', folder.database]
  const { milliseconds, answer } = await recallite(space, args)
  assertUnchanged(answer, folder)
  return milliseconds
}

/** @param {Workspace} space @param {IndexedFolder} folder */
async function memoryOfIndex(space, folder) {
  const args = ['index', folder.folder, '--db', folder.database]
  const { megabytes, stdout } = await runForMemory(space, args)
  assertUnchanged(JSON.parse(stdout), folder)
  return megabytes
}

/** Until the first update has ended. @param {Workspace} space @param {IndexedFolder} folder */
async function memoryOfWatch(space, folder) {
  const { megabytes, stdout } = await runForMemory(space, ['watch', '--db', folder.database], {
    stopAfter: '"event":"embed"',
  })
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assertUnchanged(events.find(({ event }) => event === 'sync') ?? { unchanged: 0 }, folder)
  return megabytes
}

/** @param {Workspace} space @param {IndexedFolder} folder */
async function getOne(space, { database, document }) {
  const { milliseconds, answer } = await runProgram(space, ['get', document, '--db', database])
  if (!document.endsWith(answer.path)) {
    throw new BenchmarkError('WRONG_RESULT', `${answer.path} was read instead of ${document}.`)
  }
  return milliseconds
}

const callsPerRun = 20

/** The median of some calls. @param {Workspace} _ @param {IndexedFolder} folder */
async function statusOf(_, { database, files }) {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: database, isReadOnly: true })
  const times = []
  for (let call = 0; call < callsPerRun; call += 1) {
    const start = performance.now()
    const { documents } = await store.status()
    times.push(performance.now() - start)
    if (documents !== files) throw new BenchmarkError('WRONG_RESULT', `${documents} documents, not ${files}.`)
  }
  await store.close()
  return median(times)
}

/** Programs over an index of many tiny files: what they take must not grow with files that have not changed. @type {readonly Benchmark[]} */
export const manyFiles = [
  {
    name: 'many-files-unchanged',
    what: 'recallite index once more, no file of 10,000 changed',
    comparedWith: 'the same of ten files',
    bound: { factor: 0, extra: 300 },
    prepare: comparedWithFew(indexAgain, 'some'),
  },
  {
    name: 'many-files-memory-first',
    what: 'the memory of the first recallite index of 100,000 files, measured once',
    comparedWith: 'the same of ten files',
    bound: { factor: 0, extra: 250 },
    unit: 'memory',
    prepare: comparedWithFew(async (_, { megabytes }) => megabytes),
  },
  {
    name: 'many-files-memory-unchanged',
    what: 'the memory of recallite index once more, no file of 100,000 changed',
    comparedWith: 'the same of ten files',
    bound: { factor: 0, extra: 250 },
    unit: 'memory',
    prepare: comparedWithFew(memoryOfIndex),
  },
  {
    name: 'many-files-memory-watch',
    what: 'the memory of recallite watch over 100,000 files, with its first update',
    comparedWith: 'the same of ten files',
    bound: { factor: 0, extra: 250 },
    unit: 'memory',
    prepare: comparedWithFew(memoryOfWatch),
  },
  {
    name: 'many-files-get',
    what: 'recallite get of one of 100,000 files',
    comparedWith: 'the same of ten files',
    bound: { factor: 1.2, extra: 0 },
    prepare: comparedWithFew(getOne),
  },
  {
    name: 'many-files-status',
    what: 'status() of an open store of 100,000 files',
    comparedWith: 'the same of ten files',
    bound: { factor: 0, extra: 20 },
    prepare: comparedWithFew(statusOf),
  },
]
