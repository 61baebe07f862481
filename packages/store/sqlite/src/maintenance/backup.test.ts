import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, sampleChunk, wordRequest } from '../__fixtures__/samples.js'
import { startProcess } from '../__fixtures__/start-process.js'
import { openConnection } from '../connection/connection.js'
import { openSqliteStore } from '../open-store.js'

const isBuilt = existsSync(join(import.meta.dirname, '../../dist/index.js'))

describe('a backup', () => {
  it.each([':memory:', 'file'])('of a store in %s is a store with everything, in one file', async (place) => {
    const folder = temporaryFolder()
    const path = place === 'file' ? join(temporaryFolder(), 'memory.sqlite') : place
    const store = await openSqliteStore({ path })
    await fill(store, [sampleChunk('a', 'harbour')])
    const file = join(folder, 'copy.sqlite')
    const { bytes } = await store.maintenance.backup(file)
    expect(readdirSync(folder)).toEqual(['copy.sqlite'])
    expect(statSync(file)).toMatchObject({ size: bytes, mode: 0o100600 })
    await store.close()

    const copy = await openSqliteStore({ path: file })
    expect((await copy.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
    expect((await copy.readItems(['a'])).items[0]?.text).toBe('harbour')
    expect(await copy.maintenance.verify()).toEqual([])
    await copy.close()
  })

  it('refuses existing files, including broken links, and does not change them', async () => {
    const folder = temporaryFolder()
    const store = await openSqliteStore({ path: join(folder, 'memory.sqlite') })
    writeFileSync(join(folder, 'text'), 'text')
    mkdirSync(join(folder, 'folder'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
    const before = readdirSync(folder)
    for (const name of ['text', 'folder', 'link', 'memory.sqlite']) {
      await expect(store.maintenance.backup(join(folder, name))).rejects.toMatchObject({
        code: 'STORE_FILE_EXISTS',
        message: expect.stringContaining(join(folder, name)),
      })
    }
    const nowhere = store.maintenance.backup(join(folder, 'no such folder', 'copy'))
    await expect(nowhere).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(readdirSync(folder)).toEqual(before)
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('text')
    await store.close()
  })

  it('replaces only files, and only if allowed', async () => {
    const folder = temporaryFolder()
    const store = await openSqliteStore({ path: join(folder, 'memory.sqlite') })
    await fill(store, [sampleChunk('a', 'harbour')])
    writeFileSync(join(folder, 'text'), 'text')
    symlinkSync(join(folder, 'text'), join(folder, 'link'))
    mkdirSync(join(folder, 'folder'))
    symlinkSync(join(folder, 'folder'), join(folder, 'to-folder'))
    const places = [
      ['link', 'text'],
      ['text', 'SQLi'],
      ['new', 'SQLi'],
    ] as const
    for (const [name, left] of places) {
      const file = join(folder, name)
      await store.maintenance.backup(file, { replace: true })
      expect(readFileSync(join(folder, 'text'), 'utf8').slice(0, 4)).toBe(left)
      expect(lstatSync(file)).toMatchObject({ mode: 0o100600 })
      const copy = await openSqliteStore({ path: file })
      expect((await copy.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
      await copy.close()
    }
    const before = readdirSync(folder)
    for (const name of ['folder', 'to-folder', '.']) {
      await expect(store.maintenance.backup(join(folder, name), { replace: true })).rejects.toMatchObject({
        code: 'STORE_FILE_EXISTS',
      })
    }
    expect(readdirSync(folder)).toEqual(before)
    await store.close()
  })

  it('never replaces its own store, through any links', async () => {
    const home = temporaryFolder()
    const folder = join(home, 'real')
    mkdirSync(folder)
    symlinkSync(folder, join(home, 'linked'))
    const path = join(folder, 'memory.sqlite')
    await (await openSqliteStore({ path })).close()
    symlinkSync(path, join(home, 'link.sqlite'))
    const names = [path, join(home, 'link.sqlite'), join(home, 'linked', 'memory.sqlite')]
    for (const named of names) {
      const store = await openSqliteStore({ path: named })
      await fill(store, [sampleChunk('a', 'harbour')])
      const lock = await store.maintenance.lock()
      const before = readdirSync(folder)
      const endings = ['-wal', '-shm', '-journal', '.lock', '.lock-holder']
      const parts = endings.flatMap((ending) => [path + ending, `${names[2]}${ending}`])
      for (const target of [...names, ...parts, join(home, 'linked', '..', 'real', 'memory.sqlite')]) {
        await expect(store.maintenance.backup(target, { replace: true })).rejects.toMatchObject({
          code: 'STORE_FILE_EXISTS',
          message: expect.stringContaining(target.endsWith('/real/memory.sqlite') ? path : target),
        })
      }
      expect(readdirSync(folder)).toEqual(before)
      await lock.release()
      await store.close()
    }
  })

  it('is not placed next to the log of another database', async () => {
    const folder = temporaryFolder()
    const store = await openSqliteStore({ path: join(temporaryFolder(), 'memory.sqlite') })
    const other = join(folder, 'other.sqlite')
    const open = await openSqliteStore({ path: other })
    await fill(open, [sampleChunk('a', 'quay')])
    for (const replace of [true, false]) {
      await expect(store.maintenance.backup(other, { replace })).rejects.toMatchObject({
        code: 'STORE_FILE_EXISTS',
      })
    }
    expect((await open.findByWords(wordRequest('quay'))).ids).toHaveLength(1)
    await open.close()
    for (const ending of ['-wal', '-journal']) {
      writeFileSync(join(folder, `left${ending}`), 'left')
      await expect(store.maintenance.backup(join(folder, 'left'))).rejects.toMatchObject({
        code: 'STORE_FILE_EXISTS',
      })
    }
    expect(readdirSync(folder).toSorted()).toEqual(['left-journal', 'left-wal', 'other.sqlite'])
    await store.maintenance.backup(other, { replace: true })
    await store.close()
  })

  it('leaves no files if the store cannot be read', async () => {
    const folder = temporaryFolder()
    const path = join(temporaryFolder(), 'memory.sqlite')
    const store = await openSqliteStore({ path })
    await fill(store, [sampleChunk('a', 'harbour')])
    await store.close()
    const good = readFileSync(path)
    const pageSize = 8192
    let failures = 0
    for (let page = 2; page < good.length / pageSize; page += 3) {
      const bad = Buffer.from(good).fill(0xa5, page * pageSize, (page + 1) * pageSize)
      writeFileSync(path, bad)
      const damaged = await openSqliteStore({ path }).catch(() => undefined)
      const isFailed = await damaged?.maintenance.backup(join(folder, `copy${page}`)).then(
        () => false,
        () => true,
      )
      await damaged?.close()
      if (isFailed !== true) continue
      failures += 1
      expect(readdirSync(folder).filter((name) => name.includes('backup') || name === `copy${page}`)).toEqual(
        [],
      )
    }
    expect(failures).toBeGreaterThan(0)
  })
})

describe.skipIf(!isBuilt)('a backup while another process writes', () => {
  it('is a consistent snapshot', { timeout: 60_000 }, async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const store = await openSqliteStore({ path })
    const { child } = await startProcess('index-forever.js', path, '1')
    for (let round = 0; round < 3; round += 1) {
      const file = join(temporaryFolder(), 'copy')
      await store.maintenance.backup(file)
      const { database } = openConnection({ path: file })
      const versions = database
        .prepare<{ texts: number; version: number; other: number }>(
          `SELECT count(*) AS texts, min(substr(text, 1, instr(text, ' '))) = max(substr(text, 1, instr(text, ' '))) AS version
           FROM chunk GROUP BY document_id`,
        )
        .all()
      expect(versions.length).toBeGreaterThan(0)
      for (const { texts, version } of versions) expect([texts, version]).toEqual([20, 1])
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
      database.close()
    }
    child.kill('SIGKILL')
    await store.close()
  })
})
