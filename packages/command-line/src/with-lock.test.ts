import { temporaryFolder } from '@recallite/test-kit'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withLock } from './with-lock.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('withLock', () => {
  it('has one holder at a time, and is removed afterwards', async () => {
    const file = join(temporaryFolder(), 'notes')
    const said: string[] = []
    const work = (name: string) => async () => {
      said.push(`${name} begins`)
      for (let count = 0; count < 5; count += 1) await turn()
      said.push(`${name} ends`)
    }
    await Promise.all(['a', 'b', 'c'].map((name) => withLock(file, work(name))))
    expect(said.filter((_, index) => index % 2 === 0).every((text) => text.endsWith('begins'))).toBe(true)
    expect(existsSync(`${file}.lock`)).toBe(false)
  })

  it('times out if the other process does not end, and names it', async () => {
    const file = join(temporaryFolder(), 'notes')
    writeFileSync(`${file}.lock`, String(process.pid))
    await expect(withLock(file, () => 1, { wait: 40 })).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringContaining(`Process ${process.pid} is using ${file}`),
    })
  })

  it('takes over from a process that has ended', async () => {
    const file = join(temporaryFolder(), 'notes')
    const { pid } = spawnSync(process.execPath, ['--version'])
    for (const wait of [0, 100]) {
      writeFileSync(`${file}.lock`, String(pid))
      expect(await withLock(file, () => 'done', { wait })).toBe('done')
      expect(existsSync(`${file}.lock`)).toBe(false)
    }
  })

  it.each<[string, (lock: string) => void]>([
    ['random bytes', (lock) => writeFileSync(lock, Buffer.from([0xff, 0x00, 0x31, 0xc3]))],
    ['a number that no process has', (lock) => writeFileSync(lock, '-12.5')],
    ['nothing, because it was killed first', (lock) => writeFileSync(lock, '')],
  ])('takes over a lock with invalid content: %s', async (_, plant) => {
    const file = join(temporaryFolder(), 'notes')
    plant(`${file}.lock`)
    expect(await withLock(file, () => 'done', { wait: 0 })).toBe('done')
    expect(existsSync(`${file}.lock`)).toBe(false)
  })

  it('is released if the work fails', async () => {
    const file = join(temporaryFolder(), 'notes')
    const failing = () => Promise.reject(new RangeError('no'))
    await expect(withLock(file, failing)).rejects.toThrow('no')
    expect(await withLock(file, () => 2, { wait: 0 })).toBe(2)
  })
})
