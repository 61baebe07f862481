import { once } from 'node:events'
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { startProcess, type StartedProcess } from '../__fixtures__/start-process.js'
import { repairStore } from '../maintenance/repair-store.js'
import { openSqliteStore } from '../open-store.js'
import { lockStore } from './store-lock.js'

const isBuilt = existsSync(join(import.meta.dirname, '../../dist/index.js'))

async function newStore() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  return { path, store: await openSqliteStore({ path }) }
}

async function kill({ child }: StartedProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

describe('the lock, in one process', () => {
  it('is shared by all stores that have the file open, by any path', async () => {
    const { path, store } = await newStore()
    const link = join(temporaryFolder(), 'link.sqlite')
    symlinkSync(path, link)
    const other = await openSqliteStore({ path: link })
    const lock = await store.maintenance.lock()
    await expect(other.maintenance.lock()).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      isRetryable: true,
      message: `Process ${process.pid} is indexing into ${link}. It is this process: wait for it.`,
    })
    await lock.release()
    await (await other.maintenance.lock()).release()
    await Promise.all([store.close(), other.close()])
  })

  it('is released with the store that holds it, and a waiting call of a closed store rejects', async () => {
    const { path, store } = await newStore()
    const other = await openSqliteStore({ path })
    await store.maintenance.lock()
    const waiting = other.maintenance.lock({ wait: 60_000 })
    const third = await openSqliteStore({ path })
    const refused = third.maintenance.lock({ wait: 60_000 }).catch((error: unknown) => error)
    await third.close()
    expect(await refused).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await store.close()
    await (await waiting).release()
    await other.close()
  })

  it('is separate for stores in memory and for scratch copies, which create no files', async () => {
    const { path, store } = await newStore()
    const lock = await store.maintenance.lock()
    const before = readdirSync(join(path, '..'))
    const others = [
      await openSqliteStore({ path: ':memory:' }),
      await openSqliteStore({ path: ':memory:' }),
      await openSqliteStore({ path, isScratch: true }),
    ]
    const locks = await Promise.all(others.map((other) => other.maintenance.lock()))
    expect(readdirSync(join(path, '..'))).toEqual(before)
    for (const held of locks) await held.release()
    for (const other of others) await other.close()
    await lock.release()
    await store.close()
  })

  it('leaves an empty private file, and no file that names a process', async () => {
    const { path, store } = await newStore()
    const lock = await store.maintenance.lock()
    for (const ending of ['.lock', '.lock-holder']) expect(statSync(path + ending).mode & 0o777).toBe(0o600)
    expect(readFileSync(`${path}.lock-holder`, 'utf8')).toBe(`${process.pid}\n`)
    await lock.release()
    await store.close()
    expect(readdirSync(join(path, '..')).toSorted()).toEqual(['memory.sqlite', 'memory.sqlite.lock'])
    expect(statSync(`${path}.lock`).size).toBe(0)
  })

  it('is refused if its file has content, which stays as it is', async () => {
    const { path, store } = await newStore()
    const earlier = Date.now() / 1000 - 60
    writeFileSync(`${path}.lock`, 'Dear diary')
    utimesSync(`${path}.lock`, earlier, earlier)
    const before = statSync(`${path}.lock`).mtimeMs
    const refused = {
      code: 'STORE_FOREIGN',
      message: expect.stringMatching(/\.lock is a file .* Move it away/u) as string,
    }
    for (const locking of [store.maintenance.lock(), lockStore(path, { wait: 100 }), repairStore({ path })])
      await expect(locking).rejects.toMatchObject(refused)
    expect([readFileSync(`${path}.lock`, 'utf8'), statSync(`${path}.lock`).mtimeMs]).toEqual([
      'Dear diary',
      before,
    ])
    expect(existsSync(`${path}.lock-holder`)).toBe(false)
    await store.close()
  })

  it.each(['', 'nonsense', '1', '-1', '999999999', '1e3'])(
    'can be taken after any leftovers of an earlier holder: %j',
    async (left) => {
      const { path, store } = await newStore()
      writeFileSync(`${path}.lock-holder`, left)
      writeFileSync(`${path}.lock`, '')
      const lock = await store.maintenance.lock()
      expect(readFileSync(`${path}.lock-holder`, 'utf8')).toBe(`${process.pid}\n`)
      await lock.release()
      await store.close()
    },
  )
})

describe.skipIf(!isBuilt)('the lock, between processes', () => {
  it('names its holder, and ends with it', { timeout: 60_000 }, async () => {
    const { path, store } = await newStore()
    for (let round = 0; round < 3; round += 1) {
      const holder = await startProcess('take-lock.js', path, '0')
      expect(holder.lines()).toEqual(['locked'])
      await expect(store.maintenance.lock({ wait: 30 })).rejects.toMatchObject({
        code: 'STORE_LOCKED',
        message: `Process ${holder.child.pid} is indexing into ${path}. Wait for it, or stop it.`,
      })
      await kill(holder)
      await (await store.maintenance.lock()).release()
    }
    await store.close()
  })

  it('is held by one of eight processes at a time, some of them killed', { timeout: 120_000 }, async () => {
    const { path, store } = await newStore()
    const log = join(temporaryFolder(), 'log')
    writeFileSync(log, '')
    const started = Array.from({ length: 8 }, (_, number) =>
      startProcess('take-lock.js', path, '100000', number % 4 === 3 ? '100000' : '40', log),
    )
    const endings = started.map(async (starting, number) => {
      const running = await starting
      if (number % 4 === 3) return kill(running)
      if (running.child.exitCode === null) await once(running.child, 'close')
    })
    await Promise.all(endings)
    await (await store.maintenance.lock()).release()
    await store.close()
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
    expect(lines.filter((line) => line.endsWith('locked'))).toHaveLength(8)
    const letGo = lines.flatMap((line, at) => (line.endsWith('released') ? [[line, lines[at - 1]]] : []))
    expect(letGo).toEqual(letGo.map(([line = '']) => [line, line.replace('released', 'locked')]))
    expect(letGo).toHaveLength(6)
  })
})
