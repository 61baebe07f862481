import { rmSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openConnection } from '../connection/connection.js'
import {
  changedCopy,
  copyOpen,
  filledFile,
  flipBit,
  readContents,
  withRecords,
} from './__fixtures__/sample-records.js'
import { openSqliteRecords, recordsHeaderDamage, repairRecords } from './index.js'

describe('reading damaged records', () => {
  it('returns the intact copy of a record if the other one is damaged', async () => {
    const { path, contents } = await filledFile()
    for (const table of ['entry', 'entry_copy']) {
      const copy = changedCopy(path, () => undefined)
      const { database } = openConnection({ path: copy, isOfRecords: true })
      database.exec(`UPDATE ${table} SET checksum = checksum + 1`)
      database.close()
      await withRecords(copy, async (store) => {
        expect(await readContents(store)).toEqual(contents)
        expect(await store.verify()).toHaveLength(128)
      })
    }
  })

  it('returns the newer copy if the other one is outdated, for single and several records', async () => {
    const { path } = await filledFile(5)
    const { database } = openConnection({ path, isOfRecords: true })
    database.exec("CREATE TABLE old AS SELECT * FROM entry WHERE id = 'record 2'")
    await withRecords(path, (store) => store.supersede('record 2', { content: 'Another fact.' }))
    database.exec(
      `UPDATE entry SET (change, body, checksum) = (SELECT change, body, checksum FROM old) WHERE id = 'record 2'`,
    )
    database.exec('DROP TABLE old')
    database.close()
    await withRecords(path, async (store) => {
      const [together] = await store.getAll(['record 2'])
      const listed = (await store.list()).records.find(({ id }) => id === 'record 2')
      for (const record of [await store.get('record 2'), together, listed])
        expect(record?.status).toBe('superseded')
    })
  })

  it('names records that are damaged in both copies, and reads all others', async () => {
    const { path } = await filledFile(5)
    const { database } = openConnection({ path, isOfRecords: true })
    for (const table of ['entry', 'entry_copy'])
      database.exec(`UPDATE ${table} SET checksum = 0 WHERE id = 'record 2'`)
    database.close()
    await withRecords(path, async (store) => {
      await expect(store.get('record 2')).rejects.toMatchObject({
        code: 'RECORDS_CORRUPT',
        message: expect.stringContaining('doctor --repair'),
      })
      expect((await store.getAll(['record 1', 'record 2'])).map(({ id }) => id)).toEqual(['record 1'])
      expect((await store.list()).damaged).toEqual(['record 2'])
      expect((await store.changes({ after: 0 })).damaged).toEqual(['record 2'])
      expect(await store.forget('record 2')).toBe(true)
      expect(await store.verify()).toEqual([])
    })
  })
})

/** Runs SQL on a file of records, as another program would. */
function runSql(path: string, sql: string): void {
  const { database } = openConnection({ path, isOfRecords: true })
  database.exec(sql)
  database.close()
}

/** The files of a process killed after putting a record, with a changed log. */
async function killedCopy(change: (log: Buffer) => Buffer): Promise<string> {
  const { path } = await filledFile(5)
  const store = await openSqliteRecords({ path })
  await store.put([{ id: 'late', content: 'It is only in the log.' }])
  const copy = copyOpen(path, change)
  await store.close()
  return copy
}

describe('records that another program changed', () => {
  it.each([-100, 40, 3])(
    'are rejected if the log is damaged at %d, before SQLite discards the rest of it',
    async (position) => {
      const killed = await killedCopy((log) => flipBit(log, (position + log.length) % log.length))
      await expect(openSqliteRecords({ path: killed })).rejects.toMatchObject({
        code: 'RECORDS_CORRUPT',
        message: expect.stringContaining('doctor --repair'),
      })
      await repairRecords({ path: killed })
      await withRecords(killed, async (repaired) => expect(await repaired.get('late')).toBeDefined())
    },
  )

  it.each([
    ['gone', (file: string) => rmSync(file)],
    ['empty', (file: string) => truncateSync(file)],
  ])('are rejected if their file is %s but its log exists, which a repair reads', async (_, lose) => {
    const killed = await killedCopy((log) => log)
    lose(killed)
    for (const create of [true, false])
      await expect(openSqliteRecords({ path: killed, create })).rejects.toMatchObject({
        code: 'RECORDS_CORRUPT',
      })
    expect(recordsHeaderDamage({ path: killed })).toMatch(/is (missing|empty), but its log/)
    expect(await repairRecords({ path: killed })).toMatchObject({ aside: `${killed}.damaged-1` })
    await withRecords(killed, async (repaired) => expect(await repaired.get('late')).toBeDefined())
  })

  it('are complete after a power cut that tore uncommitted frames', async () => {
    const stopped = await killedCopy((log) => {
      const torn = Buffer.from(log.subarray(32, 32 + 24 + 8192))
        .fill(0, 4, 8)
        .fill(7, 4000)
      return Buffer.concat([log, torn, torn])
    })
    await withRecords(stopped, async (again) => expect(await again.get('late')).toBeDefined())
  })

  it.each([0, 3])(
    'are undamaged after a kill before the last frame of a commit, with %d older frames',
    async (older) => {
      const size = 24 + 8192
      const cut = await killedCopy((log) =>
        Buffer.concat([log.subarray(0, -size), Buffer.alloc(older * size, 7)]),
      )
      expect(await repairRecords({ path: cut })).toMatchObject({ damages: [], aside: null })
      await withRecords(cut, async (again) => expect(await again.get('late')).toBeUndefined())
    },
  )

  it('are named as damaged if only their second copies are left', async () => {
    const { path } = await filledFile(5)
    runSql(path, "DELETE FROM entry WHERE id = 'record 2'")
    await withRecords(path, async (store) => expect((await store.list()).damaged).toEqual(['record 2']))
  })

  it('are rejected with a code if a table is missing', async () => {
    const { path } = await filledFile(5)
    runSql(path, 'DROP TABLE record_use')
    await expect(openSqliteRecords({ path })).rejects.toMatchObject({ code: 'RECORDS_CORRUPT' })
  })

  it('are not removed by a planted trigger', async () => {
    const { path } = await filledFile(5)
    runSql(path, 'CREATE TRIGGER planted AFTER INSERT ON entry BEGIN DELETE FROM entry; END')
    await withRecords(path, async (store) => {
      await store.put([{ content: 'One more.' }])
      expect((await store.list()).records.length).toBeGreaterThan(1)
      expect(await store.verify()).toEqual([])
    })
  })
})
