import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canMakeDisks, smallDisk } from '../__fixtures__/small-disk.js'

const words = ['--provider', 'none'] as const

type Disk = Awaited<ReturnType<typeof smallDisk>>

/** A note with a word of its own. */
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

describe.skipIf(!canMakeDisks)('a disk that is too small', () => {
  it.each(['2m', '3m', '5m'])(
    'of %s is said to be full, keeps what was written, and is gone on with once there is room',
    { timeout: 240_000 },
    async (size) => {
      const disk = await smallDisk(size)
      const count = size === '5m' ? 60 : 30
      writeNotes(disk, count, 1500)
      const refused = await disk.run('index', disk.notes, ...words)
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
      expect(refused.stderr).toMatch(/\(STORE_FULL\)\n$/)
      expect(refused.stderr).toContain(`The disk that holds ${disk.database} is full.`)
      expect(refused.stderr).toMatch(/ are free in \/.*Make room and run the same command again/)
      disk.fillUp()
      expect(await foundPaths(disk, 'sentinel0x')).toEqual(['n000.md'])
      disk.makeRoom()
      expect((await disk.grow('60m')).exitCode).toBe(0)
      const report = JSON.parse((await disk.run('index', ...words, '--json')).stdout) as Record<
        string,
        number
      >
      expect(report).toMatchObject({ files: count, removed: 0, changed: 0 })
      expect(report['unchanged']).toBeGreaterThan(0)
      for (const number of [0, 1, count - 1]) {
        expect(await foundPaths(disk, `sentinel${number}x`)).toHaveLength(1)
      }
      await expectWhole(disk)
    },
  )
})

describe.skipIf(!canMakeDisks)('a disk without a byte', () => {
  it('lets new programs read: search, get and status', { timeout: 120_000 }, async () => {
    const disk = await smallDisk('8m')
    writeNotes(disk, 5, 50)
    expect(await disk.run('index', disk.notes, ...words)).toMatchObject({ exitCode: 0 })
    disk.fillUp()
    expect(disk.free()).toBe(0)
    const search = await disk.run('search', 'sentinel3x', ...words)
    expect(search).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('sentinel3x') })
    expect(search.stderr).toMatch(/The disk that holds .* is full: it is read as it is/)
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

  it(
    'does not end a server that is open: it answers, and goes on once there is room',
    { timeout: 120_000 },
    async () => {
      const disk = await smallDisk('8m')
      writeNotes(disk, 5, 50)
      await disk.run('index', disk.notes, ...words)
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(
        new StdioClientTransport({
          ...disk.commandOf('mcp', ...words),
          env: {
            ...(process.env as Record<string, string>),
            ...disk.env,
            RECALLITE_UPDATE_DEBOUNCE: '100ms',
          },
          stderr: 'pipe',
        }),
      )
      onTestFinished(() => client.close())
      const ask = async (query: string) => {
        const answer = await client.callTool({ name: 'memory_search', arguments: { query, minScore: 0 } })
        return [answer.isError ?? false, JSON.stringify(answer.content).includes(`${query}`)]
      }
      expect(await ask('sentinel2x')).toEqual([false, true])
      disk.write('n007.md', note(7, 50))
      disk.fillUp()
      for (const query of ['sentinel2x', 'sentinel4x', 'sentinel1x'])
        expect(await ask(query)).toEqual([false, true])
      // A new program beside the one that has the database open.
      expect(await foundPaths(disk, 'sentinel2x')).toEqual(['n002.md'])
      disk.makeRoom()
      disk.write('n008.md', note(8, 50))
      await expect
        .poll(() => foundPaths(disk, 'sentinel8x'), { timeout: 30_000, interval: 500 })
        .toEqual(['n008.md'])
      await expect
        .poll(async () => (await ask('sentinel8x'))[1], { timeout: 30_000, interval: 500 })
        .toBe(true)
    },
  )
})
