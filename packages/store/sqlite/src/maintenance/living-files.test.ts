import fs, { mkdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { pageSize } from '../connection/connection.js'
import { copyOpen, filledFile, withRecords } from '../records/__fixtures__/sample-records.js'
import { repairRecords } from '../records/index.js'
import { hasDamagedLog, withPages } from './salvage/page-file.js'
import { hasLeftovers } from './salvage/swap-in.js'

/** From now on, files or folders vanish right before a function of the file system gets their path. */
function vanishBefore(name: 'openSync' | 'readdirSync', paths: readonly string[]): void {
  const call = fs[name] as (...given: unknown[]) => unknown
  const spy = vi.spyOn(fs, name).mockImplementation(((...given: unknown[]) => {
    for (const path of paths) if (given[0] === path) rmSync(path, { recursive: true, force: true })
    return call(...given)
  }) as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
}

/** A database of records whose log contains records too. */
async function withLog(id = 'late'): Promise<string> {
  const { path } = await filledFile(5)
  return withRecords(path, async (store) => {
    await store.put([{ id, content: 'It is only in the log.' }])
    return copyOpen(path)
  })
}

it('a commit that a killed process has begun is no damage', async () => {
  const path = await withLog()
  const log = `${path}-wal`
  const bytes = fs.readFileSync(log)
  const frame = 24 + pageSize
  const frames = Array.from({ length: (bytes.length - 32) / frame }, (_, index) => 32 + index * frame)
  const commits = frames.filter((at) => bytes.readUInt32BE(at + 4) > 0)
  // The page of the commit's last frame was not written, and the frames of an earlier round follow.
  bytes.fill(0, (commits.at(-1) ?? 0) + 24 + pageSize / 2, (commits.at(-1) ?? 0) + frame)
  fs.writeFileSync(
    log,
    Buffer.concat([bytes.subarray(0, (commits.at(-1) ?? 0) + frame), Buffer.alloc(frame)]),
  )
  expect(hasDamagedLog(path)).toBe(false)
  expect(await repairRecords({ path })).toMatchObject({ damages: [], aside: null })
})

it('a record in frames of an earlier round of the log is not missing', async () => {
  const [path, earlier] = [await withLog(), await withLog('earlier')]
  fs.appendFileSync(`${path}-wal`, fs.readFileSync(`${earlier}-wal`).subarray(32))
  const { damages, aside, kept } = await repairRecords({ path })
  expect({ damages, aside, kept }).toMatchObject({ damages: [], aside: null, kept: { records: 6 } })
})

describe('a file that vanishes between a look and its use', () => {
  it('is no log', async () => {
    const [checked, path, repaired] = [await withLog(), await withLog(), await withLog()]
    const inFile = Math.ceil(fs.statSync(path).size / pageSize)
    vanishBefore(
      'openSync',
      [checked, path, repaired].map((file) => `${file}-wal`),
    )
    expect(hasDamagedLog(checked)).toBe(false)
    expect(withPages(path, ({ count }) => count)).toBe(inFile)
    expect(await repairRecords({ path: repaired })).toMatchObject({ damages: [], kept: { sessions: 5 } })
    expect(fs.existsSync(`${path}-wal`)).toBe(false)
  })

  it('is no leftover of a repair', async () => {
    const { path } = await filledFile(5)
    mkdirSync(`${path}.repair`)
    expect(hasLeftovers(path)).toBe(true)
    vanishBefore('readdirSync', [`${path}.repair`])
    expect(hasLeftovers(path)).toBe(false)
  })
})
