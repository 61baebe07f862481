import { copyFileSync, linkSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filledFile as filledIndex } from './__fixtures__/damaged-copy.js'
import { openSqliteStore } from '../open-store.js'
import { filledFile, withRecords } from '../records/__fixtures__/sample-records.js'

/** Leaves a work folder with files, as a killed repair does. */
function leave(path: string, ...names: readonly string[]): void {
  mkdirSync(`${path}.repair`)
  for (const name of names) writeFileSync(join(`${path}.repair`, name), 'a forgotten text')
}

/** The warning of the process while work runs. */
async function warningOf(work: () => Promise<unknown>): Promise<string> {
  const [[warning]] = await Promise.all([once(process, 'warning'), work()])
  return String(warning.message)
}

const countIn = (path: string) =>
  withRecords(path, async (store) => (await store.list({ limit: 100 })).records.length)
const openIndex = async (path: string) => (await openSqliteStore({ path })).close()
const removed = expect.stringContaining('had been interrupted: its files were removed')

describe('opening finishes what a killed repair left', () => {
  it.each([[[]], [['new.sqlite', 'new.sqlite-wal']], [['held.sqlite', 'new.sqlite']]])(
    'the second name of undamaged records is removed, with %j',
    async (names) => {
      const { path } = await filledFile(5)
      leave(path, ...names)
      linkSync(path, `${path}.damaged-1`)
      expect(await warningOf(() => withRecords(path, (store) => store.verify()))).toEqual(removed)
      expect(readdirSync(dirname(path)).filter((name) => /damaged|repair/.test(name))).toEqual([])
    },
  )

  it('the second name of an undamaged index is removed', async () => {
    const path = await filledIndex()
    leave(path, 'new.sqlite')
    linkSync(path, `${path}.damaged-1`)
    expect(await warningOf(() => openIndex(path))).toEqual(removed)
    expect(readdirSync(dirname(path)).filter((name) => /damaged|repair/.test(name))).toEqual([])
  })

  it.each([
    ['missing', () => {}],
    ['still empty', (path: string) => void writeFileSync(path, '')],
  ])('a finished file is used where the old one is %s', async (_, put) => {
    const { path } = await filledFile(5)
    const total = await countIn(path)
    mkdirSync(`${path}.repair`)
    renameSync(path, join(`${path}.repair`, 'ready.sqlite'))
    put(path)
    expect(await warningOf(() => withRecords(path, (store) => store.verify()))).toContain('it is finished')
    expect(await countIn(path)).toBe(total)
  })

  it('records are kept that only the finished file has, since SQLite discards a damaged log', async () => {
    const { path } = await filledFile(5)
    const ready = join(`${path}.repair`, 'ready.sqlite')
    mkdirSync(dirname(ready))
    copyFileSync(path, ready)
    await withRecords(ready, (store) => store.put([{ id: 'late', content: 'It was in the log.' }]))
    expect(await warningOf(() => withRecords(path, (store) => store.verify()))).toContain('is finished')
    await withRecords(path, async (store) => expect(await store.get('late')).toBeDefined())
  })

  it('a folder of another program with this name is left alone, and so is the old file', async () => {
    const { path } = await filledFile(5)
    leave(path, 'letters.txt')
    writeFileSync(`${path}.damaged-1`, 'of an earlier repair')
    await countIn(path)
    const left = readdirSync(dirname(path)).map((name) => name.replace(basename(path), ''))
    expect(left.filter((name) => /damaged|repair/.test(name)).toSorted()).toEqual(['.damaged-1', '.repair'])
    expect(readdirSync(`${path}.repair`)).toEqual(['letters.txt'])
  })
})
