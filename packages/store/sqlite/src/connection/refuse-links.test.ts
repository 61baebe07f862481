import { execFileSync } from 'node:child_process'
import { chownSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, sampleChunk, wordRequest } from '../__fixtures__/samples.js'
import { lockHolder } from './store-lock.js'
import { openWorkFolder } from '../maintenance/salvage/swap-in.js'
import { openSqliteStore } from '../open-store.js'

const refused = { code: 'STORE_LINK', message: expect.stringContaining('--db') }

/** A folder for a database, and a file elsewhere that must not be touched. */
function places() {
  const folder = join(temporaryFolder(), 'shipped')
  mkdirSync(folder)
  const mine = join(temporaryFolder(), 'mine.txt')
  writeFileSync(mine, 'mine\n')
  return { path: join(folder, 'memory.sqlite'), mine }
}

async function makeStore(path: string): Promise<void> {
  const store = await openSqliteStore({ path })
  await fill(store, [sampleChunk('a', 'harbour')])
  await store.close()
}

describe('a link or folder next to a database', () => {
  it.each(['-wal', '-shm', '-journal', '.lock'])(
    'at %s is rejected, and its target stays unchanged',
    async (ending) => {
      for (const isMade of [true, false]) {
        const { path, mine } = places()
        if (isMade) await makeStore(path)
        symlinkSync(mine, `${path}${ending}`)
        for (const how of [{}, { isReadOnly: isMade }, { isScratch: isMade }]) {
          await expect(openSqliteStore({ path, ...how })).rejects.toMatchObject(refused)
        }
        expect(readFileSync(mine, 'utf8')).toBe('mine\n')
      }
    },
  )

  it.each(['-wal', '-shm', '-journal', '.lock'])(
    'at %s that is a folder is rejected by name',
    async (ending) => {
      const { path } = places()
      await makeStore(path)
      mkdirSync(`${path}${ending}`)
      await expect(openSqliteStore({ path })).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining(`${path}${ending} is a folder`),
      })
    },
  )

  it('that appears at .lock later is rejected by the lock', async () => {
    const { path, mine } = places()
    const store = await openSqliteStore({ path })
    symlinkSync(mine, `${path}.lock`)
    await expect(store.maintenance.lock()).rejects.toMatchObject(refused)
    await store.close()
    expect(readFileSync(mine, 'utf8')).toBe('mine\n')
  })

  it('at .lock-holder is replaced by a file with the process id', async () => {
    const { path, mine } = places()
    symlinkSync(mine, `${path}.lock-holder`)
    const store = await openSqliteStore({ path })
    const lock = await store.maintenance.lock()
    expect(lstatSync(`${path}.lock-holder`)).toMatchObject({ mode: 0o100600 })
    expect(lockHolder(path)).toBe(process.pid)
    await lock.release()
    await store.close()
    expect(readFileSync(mine, 'utf8')).toBe('mine\n')
  })

  it('at .lock-holder is not read, and a pipe there is not waited for', async () => {
    const { path, mine } = places()
    writeFileSync(mine, `${process.pid}\n`)
    symlinkSync(mine, `${path}.lock-holder`)
    expect(lockHolder(path)).toBeUndefined()
    const other = places().path
    execFileSync('mkfifo', [`${other}.lock-holder`])
    expect(lockHolder(other)).toBeUndefined()
  })
})

describe.skipIf(process.getuid?.() !== 0)('a file of another user next to a database (needs root)', () => {
  const nobody = 65_534

  it.each(['-wal', '-shm', '-journal', '.lock'])(
    'at %s is rejected, because that user could read its content',
    async (ending) => {
      const { path } = places()
      await makeStore(path)
      writeFileSync(`${path}${ending}`, '')
      chownSync(`${path}${ending}`, nobody, nobody)
      await expect(openSqliteStore({ path })).rejects.toMatchObject({
        code: 'STORE_LINK',
        message: expect.stringContaining('belongs to another user'),
      })
      // The administrator may use the database of any user.
      chownSync(path, nobody, nobody)
      await (await openSqliteStore({ path })).close()
    },
  )

  it('in the folder of a repair is rejected, and its rows are not used', () => {
    const { path } = places()
    mkdirSync(`${path}.repair`)
    chownSync(`${path}.repair`, nobody, nobody)
    writeFileSync(`${path}.repair/ready.sqlite`, '')
    expect(() => openWorkFolder(path)).toThrow(expect.objectContaining({ code: 'STORE_LINK' }))
  })
})

describe('a database that is a link', () => {
  it('is opened if the user named it, and rejected if it came with a folder', async () => {
    const { path } = places()
    await makeStore(path)
    const link = join(temporaryFolder(), 'link.sqlite')
    symlinkSync(path, link)
    const store = await openSqliteStore({ path: link })
    expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
    await store.close()
    await expect(openSqliteStore({ path: link, mayBeLink: false })).rejects.toMatchObject(refused)
  })

  it('that is broken is rejected, and its target is not created', async () => {
    const { path } = places()
    const nowhere = join(temporaryFolder(), 'nowhere')
    symlinkSync(nowhere, path)
    await expect(openSqliteStore({ path })).rejects.toMatchObject(refused)
    expect(lstatSync(nowhere, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('is a pipe, and is not waited for', async () => {
    const { path } = places()
    execFileSync('mkfifo', [path])
    await expect(openSqliteStore({ path })).rejects.toMatchObject(refused)
  })
})
