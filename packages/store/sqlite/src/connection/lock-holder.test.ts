import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { openSqliteStore } from '../open-store.js'
import { lockHolder } from './store-lock.js'

describe('lockHolder', () => {
  it('names the process that holds the lock, until it releases it', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const store = await openSqliteStore({ path })
    expect(lockHolder(path)).toBeUndefined()
    const lock = await store.maintenance.lock()
    expect(lockHolder(path)).toBe(process.pid)
    await lock.release()
    expect(lockHolder(path)).toBeUndefined()
    await store.close()
  })

  it('ignores the file of a killed process', () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    writeFileSync(path, '')
    const { pid } = spawnSync(process.execPath, ['-e', '0'])
    writeFileSync(`${path}.lock-holder`, `${pid}\n`)
    expect(lockHolder(path)).toBeUndefined()
  })
})
