import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { withLock } from './with-lock.js'

function place() {
  const folder = temporaryFolder()
  const file = join(folder, 'queries.jsonl')
  return { folder, file, lock: `${file}.lock` }
}

describe('withLock', () => {
  it('runs one action after the other, however they come', async () => {
    const { folder, file, lock } = place()
    const seen: string[] = []
    const others: Promise<void>[] = []
    const wait = async () => void seen.push('wait')
    const result = await withLock(file, () => {
      seen.push(`first, locked: ${existsSync(lock)}`)
      others.push(withLock(file, () => void seen.push('second'), { wait }))
      seen.push('first ends')
      return 7
    })
    await Promise.all(others)
    expect(seen).toEqual(['first, locked: true', 'wait', 'first ends', 'second'])
    expect(result).toBe(7)
    expect(readdirSync(folder)).toEqual([])
  })

  it('lets others in after an action that fails', async () => {
    const { folder, file } = place()
    const failing = withLock(file, () => {
      throw new RangeError('no')
    })
    await expect(failing).rejects.toThrow(new RangeError('no'))
    expect(readdirSync(folder)).toEqual([])
  })

  it('gives up in the end, says what to remove, and leaves the lock of the other alone', async () => {
    const { file, lock } = place()
    writeFileSync(lock, '')
    let waits = 0
    const wait = async () => void (waits += 1)
    const waiting = withLock(file, () => expect.fail('it is locked'), { wait })
    await expect(waiting).rejects.toMatchObject({
      name: 'SuiteError',
      code: 'SUITE_LOCKED',
      file,
      message: expect.stringContaining(`remove ${lock}`),
    })
    expect(waits).toBeGreaterThan(100)
    expect(existsSync(lock)).toBe(true)
  })

  it('does not wait where there can be no lock', async () => {
    const file = join(temporaryFolder(), 'missing/queries.jsonl')
    const wait = () => expect.fail('nobody has it')
    await expect(withLock(file, () => 0, { wait })).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
