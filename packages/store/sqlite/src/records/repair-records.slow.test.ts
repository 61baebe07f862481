import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { casesOf } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import type { MemoryRecord } from '@recallite/store/records'
import { randomNumbers } from '../__fixtures__/natural-chunks.js'
import { openConnection, pageSize } from '../connection/connection.js'
import { withPages } from '../maintenance/salvage/page-file.js'
import {
  changedCopy,
  copyOpen,
  filledFile,
  flipBit,
  newPath,
  readContents,
  sampleRecords,
  withRecords,
  type Contents,
} from './__fixtures__/sample-records.js'
import { openSqliteRecords, recordsHeaderDamage, repairRecords } from './index.js'
import { salvageRecords } from './salvage-records.js'

/** The ids of entries with an intact copy on the pages of a file, read without SQLite. */
function provenIn(path: string): Set<string> {
  const salvaged = { entries: new Map(), uses: new Map() }
  withPages(path, (pages) => salvageRecords(pages, salvaged))
  return new Set([...salvaged.entries.values()].filter(({ body }) => body !== null).map(({ id }) => id))
}

const withoutUse = ({ accessCount: _, returnCount: _return, lastAccessed: _last, ...record }: MemoryRecord) =>
  record
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

/** Expects an intact file after a repair, whose records are unchanged. */
async function expectRepaired(path: string, { records, sessions }: Contents): Promise<Set<string>> {
  return withRecords(path, async (store) => {
    expect(await store.verify()).toEqual([])
    const left = await readContents(store)
    const ids = new Set([...left.records, ...left.sessions].map(({ id }) => id))
    const of = (all: readonly MemoryRecord[]) =>
      all
        .filter(({ id }) => ids.has(id))
        .map(withoutUse)
        .toSorted(byId)
    expect(of(left.records)).toEqual(of(records))
    const known = new Set([...records, ...sessions].map(({ id }) => id))
    expect([...ids].filter((id) => !known.has(id))).toEqual([])
    return ids
  })
}

describe('repairing records', () => {
  it('does not change an intact file', async () => {
    const { path } = await filledFile()
    const before = readFileSync(path)
    expect(await repairRecords({ path })).toEqual({
      damages: [],
      aside: null,
      lost: [],
      kept: { records: 120, forgotten: 3, sessions: 5 },
      hadLeftovers: false,
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(existsSync(`${path}.repair`)).toBe(false)
  })

  it('loses no record to a flipped byte, inside or outside of its copies', { timeout: 60_000 }, async () => {
    const { path, contents } = await filledFile()
    const random = randomNumbers(18)
    let found = 0
    const rounds = casesOf(25, 8)
    for (let round = 0; round < rounds; round += 1) {
      const copy = changedCopy(path, (bytes) => {
        const at = Math.floor(random() * bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      })
      const { damages, kept } = await repairRecords({ path: copy })
      found += Number(damages.length > 0)
      // A byte belongs to at most one copy.
      expect([round, kept.records, kept.sessions]).toEqual([round, 120, 5])
      await expectRepaired(copy, contents)
    }
    // Only the bytes of free space within pages have no meaning.
    expect(found).toBeGreaterThan(0.4 * rounds)
  })

  it('keeps every row with a matching checksum when pages are overwritten', { timeout: 60_000 }, async () => {
    const { path, contents } = await filledFile()
    const random = randomNumbers(19)
    for (let round = 0; round < casesOf(12, 5); round += 1) {
      const copy = changedCopy(path, (bytes) => {
        const pages = bytes.length / pageSize
        for (let hit = 0; hit <= round; hit += 1) {
          const start = Math.floor(random() * pages) * pageSize
          bytes.fill(Math.floor(random() * 256), start, start + pageSize)
        }
      })
      const proven = provenIn(copy)
      const { damages, aside } = await repairRecords({ path: copy })
      expect(damages).not.toEqual([])
      const ids = await expectRepaired(copy, contents)
      expect([...proven].filter((id) => !ids.has(id))).toEqual([])
      expect(provenIn(aside ?? '')).toEqual(proven)
    }
  })

  it('keeps every row with a matching checksum in a file that was cut off, lost its header, or both', async () => {
    const { path, contents } = await filledFile()
    const changes: readonly ((bytes: Buffer) => Buffer)[] = [
      (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6)),
      (bytes) => bytes.fill(0, 0, pageSize),
      (bytes) => bytes.fill(0xff, 16, 100),
      (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.8)).fill(0, 0, 100),
    ]
    for (const change of changes) {
      const copy = changedCopy(path, change)
      const proven = provenIn(copy)
      expect(proven.size).toBeGreaterThan(20)
      const { damages } = await repairRecords({ path: copy })
      expect(damages).toHaveLength(1)
      const ids = await expectRepaired(copy, contents)
      expect([...proven].filter((id) => !ids.has(id))).toEqual([])
    }
  })

  it('keeps the newest state of a record, forgotten records forgotten, and counts', async () => {
    const { path } = await filledFile()
    const { database } = openConnection({ path, isOfRecords: true })
    database.exec(
      "UPDATE entry SET checksum = checksum + 1; UPDATE entry_copy SET checksum = 0 WHERE id = 'record 7'",
    )
    database.close()
    const { damages, kept, aside } = await repairRecords({ path })
    expect(damages.filter(({ isRestorable }) => !isRestorable)).toEqual([
      { id: 'record 7', reason: 'a record is damaged in all of its copies', isRestorable: false },
    ])
    expect(kept).toEqual({ records: 119, forgotten: 3, sessions: 5 })
    expect(aside).toBe(`${path}.damaged-1`)
    await withRecords(path, async (store) => {
      expect(await store.get('record 7')).toBeUndefined()
      expect(await store.get('record 4')).toBeUndefined()
      expect(await store.put([{ id: 'record 4', content: 'x' }])).toMatchObject([{ outcome: 'forgotten' }])
      expect(await store.get('record 3')).toMatchObject({
        status: 'superseded',
        returnCount: 1,
        accessCount: 2,
        lastAccessed: 7,
      })
    })
  })

  it('gives the new file another name for its changes, and the mode of the old one', async () => {
    const { path } = await filledFile(10)
    const before = await withRecords(path, (store) => store.counts())
    const copy = changedCopy(path, (bytes) => void bytes.fill(0, 0, 100))
    await repairRecords({ path: copy })
    const after = await withRecords(copy, (store) => store.counts())
    expect(after.source).not.toBe(before.source)
    expect(after).toMatchObject({ collections: before.collections, last: before.last })
    expect(statSync(copy).mode & 0o777).toBe(0o600)
  })

  it('reads the log after a damaged page', async () => {
    const path = newPath()
    await withRecords(path, (first) => first.put(sampleRecords(1)))
    const store = await openSqliteRecords({ path })
    for (const record of sampleRecords(30)) await store.put([record])
    const copy = copyOpen(path, (log) => flipBit(log, Math.floor(log.length / 3)))
    await store.close()
    const { damages, kept } = await repairRecords({ path: copy })
    expect(damages.map(({ reason }) => reason)).toEqual(['its log is damaged'])
    expect(kept.records).toBe(30)
    await withRecords(copy, async (repaired) => expect(await repaired.verify()).toEqual([]))
  })

  it('finds no damage in a new file whose process was killed, with all content in the log', async () => {
    const path = newPath()
    const store = await openSqliteRecords({ path })
    await store.put(sampleRecords(20))
    const [whole, damaged] = [copyOpen(path), copyOpen(path, (log) => log.fill(1, 0, 32))]
    await store.close()
    expect(await repairRecords({ path: whole })).toMatchObject({ damages: [], kept: { records: 20 } })
    expect(await repairRecords({ path: damaged })).toMatchObject({ kept: { records: 20 } })
    for (const copy of [whole, damaged]) {
      await withRecords(copy, async (left) => expect((await readContents(left)).records).toHaveLength(20))
    }
  })

  it('does not change other files, and reports a missing file', async () => {
    const path = newPath()
    await expect(repairRecords({ path })).rejects.toMatchObject({ code: 'RECORDS_UNAVAILABLE' })
    expect(existsSync(`${path}.lock`)).toBe(false)
    writeFileSync(path, 'A note of mine.\n')
    await expect(repairRecords({ path })).rejects.toMatchObject({ code: 'RECORDS_FOREIGN' })
    expect(readFileSync(path, 'utf8')).toBe('A note of mine.\n')
    const index = newPath()
    openConnection({ path: index }).database.pragma('application_id = 1380143188')
    await expect(repairRecords({ path: index })).rejects.toMatchObject({ code: 'RECORDS_FOREIGN' })
  })

  it('names only the records without a sound copy', async () => {
    const { path } = await filledFile(12)
    const { database } = openConnection({ path, isOfRecords: true })
    database.exec("UPDATE entry SET checksum = 0 WHERE id IN ('record 2', 'record 5')")
    database.exec("UPDATE entry_copy SET checksum = 0 WHERE id IN ('record 2', 'record 7')")
    database.exec("UPDATE record_use SET checksum = 0 WHERE id = 'record 9'")
    database.close()
    const { lost, kept } = await repairRecords({ path })
    expect([lost, kept.records]).toEqual([['record 2'], 11])
  })

  it('finds a damaged header without changing anything', async () => {
    const { path } = await filledFile(5)
    expect(recordsHeaderDamage({ path })).toBeUndefined()
    const copy = changedCopy(path, (bytes) => void bytes.fill(1, 48, 52))
    const before = readFileSync(copy)
    expect(recordsHeaderDamage({ path: copy })).toContain('the cache size')
    expect(readFileSync(copy).equals(before)).toBe(true)
    writeFileSync(copy, 'A note of mine.\n')
    expect(() => recordsHeaderDamage({ path: copy })).toThrow('is not a file of records')
  })

  it('is refused while another connection has the file open', { timeout: 30_000 }, async () => {
    const { path } = await filledFile(10)
    const copy = changedCopy(path, (bytes) => void bytes.fill(0xff, 3 * pageSize, 4 * pageSize))
    const store = await openSqliteRecords({ path: copy })
    await store.counts().catch(() => undefined)
    await expect(repairRecords({ path: copy })).rejects.toMatchObject({
      code: 'RECORDS_BUSY',
      isRetryable: true,
    })
    await store.close()
    expect((await repairRecords({ path: copy })).aside).not.toBeNull()
  })
})
