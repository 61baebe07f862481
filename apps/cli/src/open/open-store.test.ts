import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { otherUser } from '../__fixtures__/other-user.js'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { reachOf } from './open-store.js'

const other = otherUser()

const files = { 'auth.md': '# Auth\n\nTokens live for 900 seconds.\n' }

/** Lets all users read and only root write, until the test ends. */
function lock(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
}

async function lockedMemory() {
  const { folder, notes, database } = await indexedWorkspace(files)
  for (const open of [folder, notes]) chmodSync(open, 0o755)
  const place = join(folder, 'place')
  mkdirSync(place)
  const path = join(place, 'index.sqlite')
  const fill = (...endings: string[]) => {
    for (const ending of endings) cpSync(database + ending, path + ending)
    lock(place)
  }
  const othersWith = (env: Record<string, string>, ...args: string[]) =>
    other.run({ cwd: folder, home: folder, env }, [...args, '--db', path])
  const others = (...args: string[]) => othersWith({}, ...args)
  return { othersWith, folder, notes, database, place, path, fill, others }
}

describe.skipIf(process.platform === 'win32')('a database that is not writable', () => {
  it.each(['ask', 'true', 'false'])(
    'is searched read-only, with one line about that (%s)',
    async (onBoot) => {
      const { folder, place, path, fill, others, notes } = await lockedMemory()
      fill('')
      writeFileSync(join(notes, 'new.md'), 'Tokens of another kind.\n')
      if (onBoot !== 'ask') writeFileSync(join(folder, '.recallite.yaml'), `update: { onBoot: ${onBoot} }\n`)
      const line = `${path} is not writable: the index is read without recent changes.\n`
      const found = others('search', 'tokens', '--json', '--provider', 'none')
      expect([found.status, found.stderr.split('\n')[0]]).toEqual([0, line.trimEnd()])
      expect(found.stderr).not.toMatch(/STORE_|Changed files/)
      const { results } = JSON.parse(found.stdout) as { results: { path: string }[] }
      expect(results.map((result) => result.path)).toEqual(['auth.md'])
      expect(others('get', 'notes:auth.md:3')).toEqual({
        stdout: 'Tokens live for 900 seconds.\n',
        stderr: line,
        status: 0,
      })
      const status = others('status', '--json')
      expect([status.status, status.stderr]).toEqual([0, line])
      expect(JSON.parse(status.stdout)).toMatchObject({
        files: 1,
        database: { path, bytes: expect.any(Number) },
      })
      expect(JSON.parse(status.stdout).database.bytes).toBeGreaterThan(10_000)
      expect(others('roots').stdout).toContain('notes  ')
      expect(readdirSync(place)).toEqual(['index.sqlite'])
    },
  )

  it('is read in memory if no file can be created anywhere', async () => {
    const { place, fill, othersWith } = await lockedMemory()
    fill('')
    const { status, stdout } = othersWith({ TMPDIR: place }, 'search', 'tokens', '--provider', 'none')
    expect([status, stdout]).toEqual([0, expect.stringContaining('auth.md')])
  })

  it('is refused by commands that write', async () => {
    const { notes, fill, others } = await lockedMemory()
    fill('')
    for (const args of [
      ['index', notes, '--provider', 'none'],
      ['roots', 'remove', 'notes'],
    ]) {
      expect(others(...args)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/\(STORE_READ_ONLY\)\n$/),
      })
    }
  })

  it('is refused with the reason if it is no database', async () => {
    const { place, path, others } = await lockedMemory()
    writeFileSync(path, 'Dear diary, no database')
    lock(place)
    const { status, stderr } = others('search', 'tokens', '--provider', 'none')
    expect([status, stderr]).toEqual([1, expect.stringMatching(/\(STORE_FOREIGN\)\n$/)])
    expect(stderr).toContain(path)
  })
})

describe.skipIf(process.platform === 'win32')('a home that is not writable', () => {
  function lockedHome() {
    const home = join(temporaryFolder(), 'home')
    const work = join(home, 'work')
    mkdirSync(join(work, 'memory'), { recursive: true })
    writeFileSync(join(work, 'memory', 'a.md'), '# A\n\nThe zeppelin landed.\n')
    chmodSync(dirname(home), 0o755)
    chmodSync(home, 0o555)
    onTestFinished(() => chmodSync(home, 0o755))
    return { home, run: (...args: string[]) => other.run({ cwd: work, home }, args) }
  }

  it('has its notes searched in memory, with one line about that', () => {
    const { home, run } = lockedHome()
    const { status, stdout, stderr } = run('search', 'zeppelin', '--provider', 'none')
    expect([status, stdout]).toEqual([0, expect.stringContaining('The zeppelin landed.')])
    expect(stderr).toMatch(/^\S+main\.sqlite cannot be created: this command uses an index in memory/)
    expect(stderr.match(/\n/gu)).toHaveLength(1)
    expect(readdirSync(home)).toEqual(['work'])
  })

  it('is refused by commands that write or have nothing to read', () => {
    const { run } = lockedHome()
    for (const args of [['status'], ['get', 'a.md'], ['index', '--provider', 'none']]) {
      expect(run(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining('STORE_UNAVAILABLE') })
    }
  })
})

describe('reachOf', () => {
  it('is whole without restrictions, or if nothing can be done', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.sqlite')
    const missing = join(folder, 'b', 'c', 'a.sqlite')
    writeFileSync(path, '')
    expect([':memory:', path, missing, folder].map(reachOf)).toEqual(Array(4).fill('whole'))
  })
})
