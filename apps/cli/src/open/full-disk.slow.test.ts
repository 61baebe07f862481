import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { canMakeDisks, smallDisk } from '../__fixtures__/small-disk.js'

const words = ['--provider', 'none'] as const

type Disk = Awaited<ReturnType<typeof smallDisk>>

/** A note with a unique word. */
function note(number: number, length: number): string {
  const filler = Array.from({ length }, (_, place) => `harbour${(number * 7919 + place) % 5000} light`).join(
    ' ',
  )
  return `# Note ${number}\n\nsentinel${number}x\n\n${filler}\n`
}

function writeNotes({ write }: Pick<Disk, 'write'>, count: number, length: number): void {
  for (let number = 0; number < count; number += 1)
    write(`n${String(number).padStart(3, '0')}.md`, note(number, length))
}

async function foundPaths({ run }: Pick<Disk, 'run'>, query: string): Promise<string[]> {
  const { exitCode, stdout, stderr } = await run('search', query, ...words, '--threshold', '0', '--json')
  expect([exitCode, stderr]).toEqual([0, stderr])
  const { results } = JSON.parse(stdout) as { results: { path: string; text: string }[] }
  return results.filter(({ text }) => text.includes(query)).map(({ path }) => path)
}

async function expectWhole({ outside, database }: Disk): Promise<void> {
  const store = await openSqliteStore({ path: outside(database) })
  expect(await store.maintenance.verify()).toEqual([])
  await store.close()
}

describe.skipIf(!canMakeDisks)('a full disk', () => {
  it('still lets new programs read: search, get and status', async () => {
    const disk = await smallDisk('8m')
    writeNotes(disk, 5, 50)
    expect(await disk.run('index', disk.notes, ...words)).toMatchObject({ exitCode: 0 })
    disk.fillUp()
    expect(disk.free()).toBe(0)
    const search = await disk.run('search', 'sentinel3x', ...words)
    expect(search).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('sentinel3x') })
    expect(search.stderr).toMatch(/The disk with .* is full: the index is read without/)
    const get = await disk.run('get', 'notes:n003.md')
    expect(get).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('sentinel3x') })
    const status = await disk.run('status', '--json')
    expect(status.exitCode).toBe(0)
    expect(JSON.parse(status.stdout)).toMatchObject({ files: 5, database: { path: disk.database } })
    disk.write('n003.md', '')
    const index = await disk.run('index', ...words)
    expect(index).toMatchObject({ exitCode: 1, stdout: '' })
    expect(index.stderr).toMatch(/0 bytes are free in .*\(STORE_FULL\)\n$/)
    const backup = await disk.run('backup', `${disk.folder}/copy.sqlite`)
    expect(backup).toMatchObject({ exitCode: 1 })
    expect(backup.stderr).toMatch(/are needed.*\(STORE_FULL\)\n$/)
    disk.makeRoom()
    expect(await disk.run('index', ...words)).toMatchObject({ exitCode: 0 })
    expect(await foundPaths(disk, 'sentinel3x')).toEqual([])
    await expectWhole(disk)
  })
})
