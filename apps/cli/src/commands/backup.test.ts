import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { runHere } from '../__fixtures__/run-here.js'
import { schemaErrors } from '../__fixtures__/schema.js'

async function indexed() {
  const workspace = await indexedWorkspace({ 'auth.md': '# Auth\n\nWe keep tokens for 900 seconds.\n' })
  return { ...workspace, file: join(workspace.folder, 'copy.sqlite') }
}

describe('recallite backup', () => {
  it('writes one complete file, which only its owner can read', async () => {
    const { run, runJson, file, folder, env } = await indexed()
    const report = await runJson('backup', file)
    expect(schemaErrors('backup', report)).toEqual([])
    expect(report).toEqual({ database: { path: file, bytes: statSync(file).size }, records: null })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(
      readdirSync(folder).filter((name) => name.startsWith('copy') || name.startsWith('.recallite-')),
    ).toEqual(['copy.sqlite'])
    const args = ['search', 'tokens', '--json', '--provider', 'none', '--db', file]
    const { stdout } = await runHere(args, { cwd: folder, env })
    expect(JSON.parse(stdout).results[0]).toMatchObject({ path: 'auth.md' })
    expect((await run('backup', `${file}2`)).stdout).toMatch(/copy\.sqlite2, [\d.]+ MB \(\d+ bytes\)\n$/)
  })

  it('never overwrites a file without --force', async () => {
    const { run, file, folder } = await indexed()
    writeFileSync(file, 'precious')
    const { exitCode, stderr } = await run('backup', file)
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/--force.*STORE_FILE_EXISTS/su)])
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect((await run('backup', file, '--force')).exitCode).toBe(0)
    expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3')
    expect((await run('backup', folder, '--force')).exitCode).toBe(2)
    expect((await run('backup')).exitCode).toBe(2)
    expect(readdirSync(folder).filter((name) => name.startsWith('.recallite-'))).toEqual([])
  })

  it('never overwrites the memory itself, through any links', async () => {
    const { run, folder, database } = await indexed()
    const elsewhere = temporaryFolder()
    symlinkSync(folder, join(elsewhere, 'folder'))
    symlinkSync(database, join(elsewhere, 'link.sqlite'))
    const linked = join(elsewhere, 'folder', basename(database))
    const before = readFileSync(database)
    for (const db of [database, linked]) {
      for (const target of [database, linked, join(elsewhere, 'link.sqlite'), `${linked}-wal`]) {
        const { exitCode, stderr } = await run('backup', target, '--force', '--db', db)
        expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/store itself.*STORE_FILE_EXISTS/)])
      }
    }
    expect(readFileSync(database).equals(before)).toBe(true)
    expect((await run('search', 'tokens', '--provider', 'none')).stdout).toContain('900 seconds')
  })

  it('also copies the records, and both copies work', async () => {
    const { run, runJson, file, folder } = await indexed()
    await run('remember', 'The harbour crane is out of order.', '--provider', 'none')
    const report = await runJson('backup', file)
    const records = join(folder, 'copy.records.sqlite')
    expect(schemaErrors('backup', report)).toEqual([])
    expect(report).toEqual({
      database: { path: file, bytes: statSync(file).size },
      records: { path: records, bytes: statSync(records).size },
    })
    expect(statSync(records).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.startsWith('.recallite-'))).toEqual([])
    const args = ['recall', 'crane', '--json', '--provider', 'none', '--threshold', '0', '--db', file]
    const { stdout } = await runHere(args, { cwd: folder, env: { HOME: folder } })
    expect(JSON.parse(stdout).results[0].record.content).toBe('The harbour crane is out of order.')
    const shown = (await run('backup', `${file}2`)).stdout
    expect(shown).toMatch(/copy\.sqlite2, .*: the index, which can be rebuilt from your files\n/u)
    expect(shown).toMatch(/copy\.sqlite2\.records\.sqlite, .*: the records, which cannot be rebuilt\n$/u)
  })

  it('copies both or none', async () => {
    const { run, file, folder } = await indexed()
    await run('remember', 'The harbour crane is out of order.', '--provider', 'none')
    const records = join(folder, 'copy.records.sqlite')
    writeFileSync(records, 'precious')
    expect((await run('backup', join(folder, 'not', 'there.sqlite'))).exitCode).toBe(1)
    expect((await run('backup', file)).stderr).toMatch(/--force.*RECORDS_FILE_EXISTS/su)
    expect([existsSync(file), readFileSync(records, 'utf8')]).toEqual([false, 'precious'])
    writeFileSync(file, 'precious')
    writeFileSync(join(folder, 'index.sqlite'), 'damaged')
    expect((await run('backup', file, '--force')).exitCode).toBe(1)
    expect([readFileSync(file, 'utf8'), readFileSync(records, 'utf8')]).toEqual(['precious', 'precious'])
    expect(readdirSync(folder).filter((name) => name.startsWith('.recallite-'))).toEqual([])
  })

  it('never overwrites the records themselves, or their index', async () => {
    const { run, folder } = await indexed()
    await run('remember', 'The harbour crane is out of order.', '--provider', 'none')
    const own = ['index.records.sqlite', 'index.sqlite'].map((name) => join(folder, name))
    const before = own.map((path) => readFileSync(path))
    for (const target of [...own, join(folder, 'index'), join(folder, 'index.records.sqlite-wal')]) {
      const { exitCode, stderr } = await run('backup', target, '--force')
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/store itself.*STORE_FILE_EXISTS/)])
    }
    expect(own.map((path, number) => before[number]?.equals(readFileSync(path)))).toEqual([true, true])
    expect(existsSync(join(folder, 'index'))).toBe(false)
  })
})
