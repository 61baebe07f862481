import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RecordError } from '@recallite/store/records'
import { describe, expect, it } from 'vitest'
import { openConnection, recordsId } from '../connection/connection.js'
import { openSqliteStore } from '../open-store.js'
import {
  filledFile,
  newPath,
  readContents,
  sampleRecords,
  withRecords,
} from './__fixtures__/sample-records.js'
import { openSqliteRecords } from './index.js'
import { openRecordsFile } from './records-file.js'

describe('a file of records', () => {
  it('is flushed at each commit, and has its own application id', () => {
    const { database } = openRecordsFile({ path: newPath() })
    const policy = {
      synchronous: 2,
      journal_mode: 'wal',
      busy_timeout: 5000,
      secure_delete: 1,
      application_id: recordsId,
    }
    for (const [name, value] of Object.entries(policy)) {
      expect([name, database.pragma(name, { simple: true })]).toEqual([name, value])
    }
    database.close()
  })

  it.each(['-wal', '-shm', '-journal'])(
    'is rejected with a link at %s, whose target stays unchanged',
    async (ending) => {
      const path = newPath()
      const mine = join(mkdtempSync(join(dirname(path), 'x')), 'mine.txt')
      writeFileSync(mine, 'mine\n')
      symlinkSync(mine, `${path}${ending}`)
      await expect(openSqliteRecords({ path })).rejects.toMatchObject({ code: 'RECORDS_LINK' })
      expect(readFileSync(mine, 'utf8')).toBe('mine\n')
    },
  )

  it.each([{ isScratch: true }, { isReadOnly: true }])('stays unchanged with %o', async (how) => {
    const { path, contents } = await filledFile(20)
    const before = readFileSync(path)
    const store = await openSqliteRecords({ path, create: false, ...how })
    expect(await readContents(store)).toEqual(contents)
    expect(await store.verify()).toEqual([])
    const outcome = await store.put([{ content: 'New.' }]).then(
      ([put]) => put?.outcome,
      (error: unknown) => RecordError.isInstance(error) && error.code,
    )
    expect(outcome).toBe('isReadOnly' in how ? 'RECORDS_READ_ONLY' : 'added')
    await store.close()
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(dirname(path))).toEqual([basename(path)])
    const missing = openSqliteRecords({ path: newPath(), create: false, ...how })
    await expect(missing).rejects.toMatchObject({ code: 'RECORDS_UNAVAILABLE' })
  })

  it('is not interchangeable with another database', async () => {
    const [index, records] = [newPath(), newPath()]
    await (await openSqliteStore({ path: index })).close()
    await expect(openSqliteRecords({ path: index })).rejects.toMatchObject({ code: 'RECORDS_FOREIGN' })
    await withRecords(records, (store) => store.counts())
    await expect(openSqliteStore({ path: records })).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
    writeFileSync(index, 'A text of some length that is no database at all.')
    await expect(openSqliteRecords({ path: index })).rejects.toMatchObject({
      code: 'RECORDS_FOREIGN',
      message: expect.stringContaining('Move it away'),
    })
  })

  it.each(['replaced', 'removed'])('that was %s is neither written nor read', async (how) => {
    const { path } = await filledFile(5)
    const store = await openSqliteRecords({ path })
    renameSync(path, `${path}.moved`)
    if (how === 'replaced') writeFileSync(path, '')
    const refused = { code: 'RECORDS_UNAVAILABLE', message: expect.stringContaining('Open it again') }
    await expect(store.put([{ content: 'Lost?' }])).rejects.toMatchObject(refused)
    await expect(store.counts()).rejects.toMatchObject(refused)
    await store.close()
    await withRecords(path, async (fresh) => expect((await fresh.list()).records).toEqual([]))
  })

  it('cannot be used after closing', async () => {
    const store = await openSqliteRecords({ path: newPath() })
    await store.close()
    for (const call of [store.counts(), store.put([{ content: 'x' }]), store.get('x')]) {
      await expect(call).rejects.toMatchObject({ code: 'RECORDS_UNAVAILABLE' })
    }
  })

  it('contains nothing of forgotten records', async () => {
    const path = newPath()
    const store = await openSqliteRecords({ path })
    await store.put(sampleRecords(30))
    const [secret] = await store.put([
      { content: `The secret is plover. ${'x'.repeat(20_000 - 22)}`, tags: ['plover'] },
    ])
    await store.touch([{ id: secret?.id ?? '', returned: 1, at: 5 }])
    await store.forget(secret?.id ?? '')
    for (const file of [path, `${path}-wal`]) expect(readFileSync(file).includes('plover')).toBe(false)
    await store.close()
    expect(readFileSync(path).includes('plover')).toBe(false)
  })

  it('is read by any SQLite client through a view', async () => {
    const path = newPath()
    await withRecords(path, (store) =>
      store.put([
        { id: 'a', content: 'One.', tags: ['x'], createdAt: '1970-01-01T00:00:01Z', context: { k: 1 } },
      ]),
    )
    const { database } = openConnection({ path, isOfRecords: true })
    const about = {
      id: 'a',
      collection: 'default',
      session: null,
      status: 'active',
      access_count: 0,
      return_count: 0,
    }
    const said = {
      origin: 'api',
      client: null,
      content: 'One.',
      summary: null,
      tags: '["x"]',
      confidence: 0.9,
      context: '{"k":1}',
    }
    const times = { occurred_at: null, expires_at: null, created_at: '1970-01-01T00:00:01.000Z' }
    expect(database.prepare('SELECT * FROM records').all()).toEqual([{ ...about, ...said, ...times }])
    database.close()
  })
})

describe('a backup of records', () => {
  it('is moved to the target only after `beforePlacing`', async () => {
    const { path } = await filledFile(5)
    const target = newPath()
    writeFileSync(target, 'precious')
    await withRecords(path, async (store) => {
      const beforePlacing = async () => {
        expect(readFileSync(target, 'utf8')).toBe('precious')
        throw new RangeError('the other one failed')
      }
      await expect(store.backup(target, { replace: true, beforePlacing })).rejects.toThrow(
        'the other one failed',
      )
    })
    expect(readFileSync(target, 'utf8')).toBe('precious')
    expect(readdirSync(dirname(target))).toEqual([basename(target)])
  })

  it('has everything while others write, and replaces a file only if allowed', async () => {
    const { path, contents } = await filledFile(20)
    const target = newPath()
    await withRecords(path, async (store) => {
      const { bytes } = await store.backup(target)
      expect(statSync(target)).toMatchObject({ size: bytes, mode: 0o100600 })
      await store.put([{ content: 'After the backup.' }])
      await expect(store.backup(target)).rejects.toMatchObject({ code: 'RECORDS_FILE_EXISTS' })
      await expect(store.backup(path, { replace: true })).rejects.toMatchObject({
        code: 'RECORDS_FILE_EXISTS',
      })
      await withRecords(target, async (copy) => expect(await readContents(copy)).toEqual(contents))
      await store.backup(target, { replace: true })
    })
    await withRecords(target, async (copy) => {
      expect((await readContents(copy)).records).toHaveLength(contents.records.length + 1)
      expect(await copy.verify()).toEqual([])
    })
  })

  it('that is restored gives new changes higher numbers than all earlier ones', async () => {
    const { path } = await filledFile(5)
    const target = newPath()
    const [saved, seen] = await withRecords(path, async (store) => {
      await store.backup(target)
      const before = await store.counts()
      await store.put([{ content: 'After the backup.' }])
      return [before, await store.counts()]
    })
    await withRecords(target, async (store) => {
      // A reader recognises the older file by its last number.
      expect((await store.counts()).last).toBe(saved.last)
      expect(saved.last).toBeLessThan(seen.last)
      await new Promise((resolve) => setTimeout(resolve, 5))
      await store.put([{ content: 'Into the older file.' }])
      expect((await store.counts()).last).toBeGreaterThan(seen.last)
    })
  })
})
