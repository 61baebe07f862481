import { join } from 'node:path'
import { assertResult } from '../benchmark-error.js'
import { amount } from '../measure.js'
import { program, recallite, run, withoutModel } from '../run.js'
import { median, timeEach } from '../statistics.js'
import { writeNotes } from '../workspace.js'
import { indexFolder } from './indexing.js'

/** @typedef {import('../workspace.js').Workspace} Workspace */
/** @typedef {import('../benchmark-table.js').Benchmark} Benchmark */

/**
 * @typedef {object} IndexedFolder tiny notes on disk and their index
 * @property {string} folder
 * @property {string} database
 * @property {number} files
 * @property {string} document a note in the middle, as `get` names it
 * @property {number} megabytes the most memory that indexing them took
 */

const notesPerFolder = 50
const foldersPerArea = 100
const words = 'alpha beta gamma delta config token error deploy server cache index query'.split(' ')

/** @param {number} number */
function noteOf(number) {
  const topic = Math.floor(number / notesPerFolder)
  const [first, second] = [number, number * 7 + 3].map((each) => words[each % words.length])
  return {
    path: `area-${Math.floor(topic / foldersPerArea)}/topic-${topic}/note-${number}.md`,
    text: `# Note ${number}\n\n${first} ${second} item${number}\n`,
  }
}

/**
 * Writes tiny notes and indexes them, which takes a millisecond or two for each; once in a workspace.
 * @param {Workspace} space
 * @param {number} files
 * @returns {Promise<IndexedFolder>}
 */
function indexedFolder(space, files) {
  return space.once(`many-files-${files}`, async () => {
    const name = `tiny-${files}`
    const folder = join(space.folder, name)
    const notes = Array.from({ length: files }, (_, number) => noteOf(number))
    await writeNotes(folder, notes)
    const database = space.freshPath()
    const wanted = { folder, database, files, isFirst: true, isMemoryWanted: true }
    const { megabytes } = await indexFolder(space, wanted)
    return { folder, database, files, document: `${name}:${notes[Math.floor(files / 2)]?.path}`, megabytes }
  })
}

/**
 * Measures the same of an index of many files and of one of ten.
 * @param {Pick<Benchmark, 'name' | 'what'> & { extra?: number, factor?: number, unit?: 'memory', perFile?: number }} about
 * @param {(space: Workspace, folder: IndexedFolder) => Promise<number>} measure
 * @returns {Benchmark}
 */
function manyFilesBenchmark({ name, what, extra = 0, factor = 0, unit, perFile = 50 }, measure) {
  return {
    name,
    what,
    comparedWith: 'the same of ten files',
    figures: [{ name, unit: unit ?? 'time', bound: { factor, extra } }],
    sizeOf: ({ files }) => `${amount(perFile * files)} tiny notes`,
    async prepare(space) {
      const [few, many] = [await indexedFolder(space, 10), await indexedFolder(space, perFile * space.files)]
      return { subject: () => measure(space, many), baseline: () => measure(space, few) }
    },
  }
}

/** @param {Workspace} space @param {IndexedFolder} folder */
async function memoryOfIndex(space, folder) {
  return (await indexFolder(space, { ...folder, isFirst: false, isMemoryWanted: true })).megabytes
}

/** Until the first update has ended. @param {Workspace} space @param {IndexedFolder} folder */
async function memoryOfWatch(space, { database, files }) {
  const args = [program, 'watch', '--db', database, ...withoutModel, '--json']
  const stopAfter = '"event":"embed"'
  const { megabytes, stdout } = await run(args, { home: space.folder, isMemoryWanted: true, stopAfter })
  const events = stdout.trimEnd().split('\n')
  const { unchanged } = events.map((line) => JSON.parse(line)).find(({ event }) => event === 'sync') ?? {}
  assertResult(unchanged === files, `${unchanged} files were unchanged, ${files} expected.`)
  return megabytes
}

/** @param {Workspace} space @param {IndexedFolder} folder */
async function getOne(space, { database, document }) {
  const { milliseconds, answer } = await recallite(space, ['get', document, '--db', database])
  assertResult(document.endsWith(answer.path), `${answer.path} was read instead of ${document}.`)
  return milliseconds
}

const callsPerRun = 20

/** The median of some calls. @param {Workspace} _ @param {IndexedFolder} folder */
async function statusOf(_, { database, files }) {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: database, isReadOnly: true })
  const times = await timeEach(Array.from({ length: callsPerRun }), async () => {
    const { documents } = await store.status()
    assertResult(documents === files, `${documents} documents, not ${files}.`)
  })
  await store.close()
  return median(times)
}

/** @param {string} what @param {string} name */
const memory = (what, name) => ({ name, what, extra: 250, unit: /** @type {const} */ ('memory') })

/** Programs over an index of many tiny files: what they take must not grow with files that have not changed. */
export const manyFiles = [
  manyFilesBenchmark(
    {
      name: 'many-files-unchanged',
      what: 'recallite index once more, no file changed',
      extra: 300,
      perFile: 5,
    },
    async (space, folder) => (await indexFolder(space, { ...folder, isFirst: false })).milliseconds,
  ),
  manyFilesBenchmark(
    memory('the memory of the first recallite index, measured once', 'many-files-memory-first'),
    async (_, { megabytes }) => megabytes,
  ),
  manyFilesBenchmark(
    memory('the memory of recallite index once more, no file changed', 'many-files-memory-unchanged'),
    memoryOfIndex,
  ),
  manyFilesBenchmark(
    memory('the memory of recallite watch, with its first update', 'many-files-memory-watch'),
    memoryOfWatch,
  ),
  manyFilesBenchmark(
    { name: 'many-files-get', what: 'recallite get of one of the files', factor: 1.2 },
    getOne,
  ),
  manyFilesBenchmark({ name: 'many-files-status', what: 'status() of an open store', extra: 20 }, statusOf),
]
