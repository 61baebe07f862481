import { join } from 'node:path'
import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { amount } from '../measure.ts'
import { program, recallite, run, withoutModel } from '../run.ts'
import { median, timeEach } from '../statistics.ts'
import { writeNotes, type Workspace } from '../workspace.ts'
import { indexFolder } from './indexing.ts'

export interface IndexedFolder {
  readonly folder: string
  readonly database: string
  readonly files: number
  /** A note in the middle, as an argument of `get`. */
  readonly document: string
  /** The maximum memory of indexing. */
  readonly megabytes: number
}

const notesPerFolder = 50
const foldersPerArea = 100
const words = 'alpha beta gamma delta config token error deploy server cache index query'.split(' ')

function noteOf(number: number) {
  const topic = Math.floor(number / notesPerFolder)
  const [first, second] = [number, number * 7 + 3].map((each) => words[each % words.length])
  return {
    path: `area-${Math.floor(topic / foldersPerArea)}/topic-${topic}/note-${number}.md`,
    text: `# Note ${number}\n\n${first} ${second} item${number}\n`,
  }
}

/** Writes and indexes tiny notes, once per workspace. Each takes a millisecond or two. */
function indexedFolder(space: Workspace, files: number): Promise<IndexedFolder> {
  return space.once(`many-files-${files}`, async () => {
    const name = `tiny-${files}`
    const folder = join(space.folder, name)
    const notes = Array.from({ length: files }, (_, number) => noteOf(number))
    await writeNotes(folder, notes)
    const database = space.freshPath()
    const options = { folder, database, files, isFirst: true, measuresMemory: true }
    const { megabytes } = await indexFolder(space, options)
    return { folder, database, files, document: `${name}:${notes[Math.floor(files / 2)]?.path}`, megabytes }
  })
}

/** Measures an index of many files and one of ten. */
function manyFilesBenchmark(
  {
    name,
    what,
    extra = 0,
    factor = 0,
    unit,
    perFile = 50,
  }: Pick<Benchmark, 'name' | 'what'> & {
    extra?: number
    factor?: number
    unit?: 'memory'
    perFile?: number
  },
  measure: (space: Workspace, folder: IndexedFolder) => Promise<number>,
): Benchmark {
  return {
    name,
    what,
    comparedWith: 'the same with ten files',
    figures: [{ name, unit: unit ?? 'time', bound: { factor, extra } }],
    sizeOf: ({ files }) => `${amount(perFile * files)} tiny notes`,
    async prepare(space) {
      const [few, many] = [await indexedFolder(space, 10), await indexedFolder(space, perFile * space.files)]
      return { subject: () => measure(space, many), baseline: () => measure(space, few) }
    },
  }
}

async function memoryOfIndex(space: Workspace, folder: IndexedFolder) {
  return (await indexFolder(space, { ...folder, isFirst: false, measuresMemory: true })).megabytes
}

/** Waits until the first update has ended. */
async function memoryOfWatch(space: Workspace, { database, files }: IndexedFolder) {
  const args = [program, 'watch', '--db', database, ...withoutModel, '--json']
  const stopAfter = '"event":"embed"'
  const { megabytes, stdout } = await run(args, { home: space.folder, measuresMemory: true, stopAfter })
  const events = stdout.trimEnd().split('\n')
  const { unchanged } = events.map((line) => JSON.parse(line)).find(({ event }) => event === 'sync') ?? {}
  assertResult(unchanged === files, `${unchanged} files were unchanged, ${files} expected.`)
  return megabytes
}

async function getOne(space: Workspace, { database, document }: IndexedFolder) {
  const { milliseconds, answer } = await recallite(space, ['get', document, '--db', database])
  assertResult(document.endsWith(answer.path), `${answer.path} was read instead of ${document}.`)
  return milliseconds
}

const callsPerRun = 20

/** The median of several calls. */
async function statusOf(_: Workspace, { database, files }: IndexedFolder) {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: database, isReadOnly: true })
  const times = await timeEach(Array.from({ length: callsPerRun }), async () => {
    const { documents } = await store.status()
    assertResult(documents === files, `${documents} documents, not ${files}.`)
  })
  await store.close()
  return median(times)
}

const memory = (what: string, name: string) => ({ name, what, extra: 250, unit: 'memory' as const })

/** Commands on an index of many tiny files. Their time must not grow with the number of unchanged files. */
export const manyFiles = [
  manyFilesBenchmark(
    {
      name: 'many-files-unchanged',
      what: 'recallite index again, no file changed',
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
    memory('the memory of recallite index again, no file changed', 'many-files-memory-unchanged'),
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
