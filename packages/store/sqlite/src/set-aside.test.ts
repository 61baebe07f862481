import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, sampleChunk, wordRequest } from './__fixtures__/samples.js'
import { openSqliteStore } from './open-store.js'
import { lockStore } from './lock/lock-store.js'
import { setAsideStore } from './set-aside.js'

describe('setting a store aside', () => {
  it('moves it with its log to a name that is free, and keeps every word of it', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'memory.sqlite')
    const store = await openSqliteStore({ path })
    await fill(store, [sampleChunk('a', 'harbour')])
    writeFileSync(`${path}.damaged-1`, 'an earlier one')
    // Its log is all that holds what was written: as after a crash.
    expect(setAsideStore(path)).toBe(`${path}.damaged-2`)
    expect(existsSync(path)).toBe(false)
    const aside = await openSqliteStore({ path: `${path}.damaged-2` })
    expect(await aside.searchKeyword(wordRequest('harbour'))).toHaveLength(1)
    await Promise.all([aside.close(), store.close()])
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe('an earlier one')
  })

  it('moves the database that a link leads to, so that a new one comes into its place', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'memory.sqlite')
    const link = join(temporaryFolder(), 'link.sqlite')
    symlinkSync(path, link)
    writeFileSync(path, 'Dear diary')
    expect(setAsideStore(link)).toBe(`${path}.damaged-1`)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    await (await openSqliteStore({ path: link })).close()
    expect(readdirSync(folder).toSorted()).toEqual(['memory.sqlite', 'memory.sqlite.damaged-1'])
  })

  it('is done under the lock of the store, which can be had while that is damaged', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    writeFileSync(path, 'Dear diary')
    const lock = await lockStore(path)
    await expect(lockStore(path)).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    setAsideStore(path)
    const store = await openSqliteStore({ path })
    await expect(store.lock()).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await lock.release()
    await (await store.lock()).release()
    await store.close()
  })
})
