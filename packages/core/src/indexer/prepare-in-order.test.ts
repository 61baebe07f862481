import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openSqliteStore } from '@recallite/store-sqlite'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { cuttingProgram } from '../cutting-program.js'
import { startCuttingThreads, type CuttingThread } from './cutting-threads.js'
import { defaultChunking } from './fingerprint.js'
import { indexRoot } from './indexer.js'
import { prepareSome, type PrepareOptions } from './prepare-file.js'
import { prepareInOrder } from './prepare-in-order.js'

const isBuilt = existsSync(cuttingProgram)
const count = 130
const names = Array.from({ length: count }, (_, number) => `note-${String(number).padStart(3, '0')}.md`)
const textOf = (number: number) =>
  `# Note ${number}\n\nHarbour ${number} and tower ${number % 7}.\n\n${'All ships wait for the tide. '.repeat(number % 9)}\n`

function sampleFolder(): PrepareOptions {
  const path = notesFolder(Object.fromEntries(names.map((name, number) => [name, textOf(number)])))
  return { root: { name: 'notes', path }, chunking: defaultChunking, largestFile: Infinity }
}

async function* entries() {
  for (const path of [...names, 'missing.md']) {
    yield { path, request: { path, reader: 'text' as const, fingerprint: 'cut', readAt: 5 } }
    yield { path: `left out beside ${path}`, request: undefined }
  }
}

function prepareAll(options: PrepareOptions, threads: readonly CuttingThread[]) {
  const all = prepareInOrder(entries(), options, threads)
  return Array.fromAsync(all, ([{ path }, prepared]) => [path, prepared] as const)
}

/** A thread that is slow, gives a part of what it is asked for, and fails in the end. */
function weakThread(options: PrepareOptions, answers: number): CuttingThread {
  let [load, left] = [0, answers]
  return {
    load: () => (left > 0 ? load : Infinity),
    async prepare(files) {
      load += 1
      await setTimeout(files.length % 5)
      load -= 1
      left -= 1
      return left < 0 ? [] : prepareSome(files.slice(0, 7), options, {})
    },
    close: async () => {},
  }
}

describe('files are passed on in their order', () => {
  it('however many threads prepare them, and whatever becomes of these', async () => {
    const options = sampleFolder()
    const alone = await prepareAll(options, [])
    const paths = [...names, 'missing.md'].flatMap((path) => [path, `left out beside ${path}`])
    expect(alone.map(([path]) => path)).toEqual(paths)
    expect(alone.filter(([, prepared]) => prepared?.kind === 'cut')).toHaveLength(count)
    expect(alone.at(-2)?.[1]).toMatchObject({ kind: 'unreadable', isGone: true })
    const weak = [weakThread(options, 1), weakThread(options, 9), weakThread(options, Infinity)]
    expect(await prepareAll(options, weak)).toEqual(alone)
    expect(await prepareAll(options, [weakThread(options, 0)])).toEqual(alone)
  })

  it.skipIf(!isBuilt)('by real threads, of which one may end at any time', async () => {
    const options = sampleFolder()
    const alone = await prepareAll(options, [])
    const threads = startCuttingThreads(2, options)
    expect(await prepareAll(options, threads)).toEqual(alone)
    const [first, second] = threads
    const ended = second?.close()
    expect(await prepareAll(options, threads)).toEqual(alone)
    await Promise.all([first?.close(), ended])
    expect(await prepareAll(options, threads)).toEqual(alone)
  })
})

it.skipIf(!isBuilt)('makes the same database, byte for byte, with any number of threads', async () => {
  const { root } = sampleFolder()
  const index = async (threads: number) => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const store = await openSqliteStore({ path, now: () => 1 })
    const own = { ...root, kind: 'folder' as const }
    await store.putRoot(own)
    const report = await indexRoot(store, own, { now: () => 1, chunking: defaultChunking, threads })
    await store.close()
    return { added: report.added, bytes: readFileSync(path) }
  }
  const [none, ...others] = await Promise.all([0, 1, 3].map(index))
  expect(none?.added).toBe(count)
  for (const other of others) expect(none && Buffer.compare(none.bytes, other.bytes)).toBe(0)
})
