import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runProcess } from '@recallite/test-kit'
import { builtCli, cliWorkspace } from './__fixtures__/run-cli.js'
import { installServerDriver, isDriverBuilt, storesOf } from './__fixtures__/server-driver.js'

const notes = {
  'auth.md': '# Auth\n\nSessions end after 900 seconds.\n',
  'harbour.md': '# Harbour\n\nThe red light of the harbour is at the pier.\n',
}
const server = 'postgres://me:right@db.example.org/notes?schema=team'

/** The built program, since a driver is a package of its own that Node loads. */
function workspace({ hasDriver = true } = {}) {
  const { folder, env, database, notes: noteFolder, spawned } = cliWorkspace(notes)
  if (hasDriver) installServerDriver(folder)
  const given = (...args: string[]) => runProcess([builtCli, ...args], { cwd: folder, env })
  const withVariables = (more: Record<string, string>, ...args: string[]) =>
    runProcess([builtCli, ...args], { cwd: folder, env: { ...env, ...more } })
  const onServer = (command: string, ...args: string[]) => given(command, ...args, '--store', server)
  return { folder, noteFolder, database, given, withVariables, onServer, onFile: spawned }
}

const resultsOf = (output: string): unknown => {
  const { results } = JSON.parse(output) as { results: { path: string; confidence: number; id: string }[] }
  return results.map(({ path, confidence, id }) => [path, confidence, id])
}

const isBuilt = isDriverBuilt && existsSync(builtCli)

describe.skipIf(!isBuilt)('an index on a server', () => {
  it('is made, searched, read, examined and described like one in a file', async () => {
    const { folder, noteFolder, onServer } = workspace()
    expect(await onServer('index', noteFolder, '--provider', 'none')).toMatchObject({
      exitCode: 0,
      stderr: '',
    })
    expect(storesOf(folder)).toEqual(['notes-team.sqlite'])
    expect(existsSync(join(folder, '.recallite/memory/main.sqlite'))).toBe(false)
    const found = await onServer('search', 'harbour', '--provider', 'none', '--json')
    expect(resultsOf(found.stdout)).toMatchObject([['harbour.md', expect.any(Number), expect.any(String)]])
    expect((await onServer('get', 'notes:auth.md:3')).stdout).toContain('900 seconds')
    const status = JSON.parse((await onServer('status', '--json')).stdout) as object
    const path = 'postgres://me@db.example.org/notes (schema team)'
    expect(status).toMatchObject({ backend: 'postgres', files: 2, database: { path } })
    const doctor = await onServer('doctor', '--provider', 'none')
    expect(doctor.stdout).toContain(`${path}: 2 files, 2 chunks`)
    expect(doctor.stdout).toContain('pgvector')
    const backup = await onServer('backup', join(folder, 'copy.sqlite'))
    expect(backup).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('pg_dump') })
    const dry = await onServer('index', '--dry-run')
    expect(dry).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--db :memory:') })
  })

  it('is copied from a file and back, with the same answers, and only what has changed the next time', async () => {
    const { noteFolder, database, folder, given, onServer, onFile } = workspace()
    await onFile('index', noteFolder, '--provider', 'none')
    const copied = await given('copy', '--from', database, '--to', server, '--json')
    expect(JSON.parse(copied.stdout)).toMatchObject({ roots: ['notes'], copied: 2, unchanged: 0 })
    const search = [
      'search',
      'the red light of sessions',
      '--provider',
      'none',
      '--json',
      '--threshold',
      '0',
    ] as const
    const expected = resultsOf((await onFile(...search)).stdout)
    expect(expected).toHaveLength(2)
    expect(resultsOf((await onServer(...search)).stdout)).toEqual(expected)
    const back = join(folder, 'back.sqlite')
    const text = await given('copy', '--from', server, '--to', back)
    expect(text).toMatchObject({ exitCode: 0, stdout: '1 root: notes\n2 files copied, 0 unchanged\n' })
    expect(resultsOf((await given(...search, '--db', back)).stdout)).toEqual(expected)
    expect((await given('copy', '--from', server, '--to', back)).stdout).toContain(
      '0 files copied, 2 unchanged',
    )
  })

  it('is chosen by variable and by settings, the nearest naming wins, and both flags are refused', async () => {
    const { folder, noteFolder, database, given, withVariables } = workspace()
    const index = ['index', noteFolder, '--provider', 'none']
    expect(await withVariables({ RECALLITE_STORE_URL: server }, ...index)).toMatchObject({ exitCode: 0 })
    expect(storesOf(folder)).toEqual(['notes-team.sqlite'])
    await withVariables({ RECALLITE_STORE_URL: 'postgres://db/other' }, ...index, '--db', database)
    expect(storesOf(folder)).toEqual(['notes-team.sqlite'])
    expect(existsSync(database)).toBe(true)
    const both = await given('status', '--db', database, '--store', server)
    expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--db and --store') })
    writeFileSync(join(folder, '.recallite/config.yaml'), 'store:\n  url: postgres://db.example.org/own\n')
    await given(...index)
    expect(storesOf(folder)).toEqual(['notes-team.sqlite', 'own-recallite.sqlite'])
  })

  it('is not named by the settings of a folder that is not trusted', async () => {
    const { folder, given } = workspace()
    writeFileSync(join(folder, '.recallite.yaml'), 'store:\n  url: postgres://db.example.org/theirs\n')
    const refused = await given('search', 'harbour')
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('recallite trust') })
    expect(storesOf(folder)).toEqual([])
  })
})

describe.skipIf(!isBuilt)('the password of a server', () => {
  const secret = 'postgres://me:hunter2@db.example.org/notes'

  it('is in no output, whatever is asked and whatever fails', async () => {
    const { folder, given, withVariables } = workspace()
    const variables = { RECALLITE_STORE_URL: secret }
    const target = join(folder, 'target.sqlite')
    const outputs = await Promise.all([
      given('config', '--store', secret),
      given('config', 'store', '--json', '--store', secret),
      withVariables(variables, 'config', '--json'),
    ])
    for (const { exitCode, stdout } of outputs)
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('me@db.example.org')])
    for (const command of [
      'status',
      'doctor',
      'search harbour',
      'roots',
      'spaces',
      'optimise',
      'serve --stop',
    ]) {
      for (const json of [[], ['--json']]) {
        outputs.push(
          await withVariables(variables, ...command.split(' '), ...(command.startsWith('serve') ? [] : json)),
        )
      }
    }
    for (const args of [
      ['status', '--store', secret],
      ['doctor', '--store', secret],
      ['mcp', '--config', 'claude-code', '--store', secret],
      ['copy', '--from', secret, '--to', target, '--json'],
      ['copy', '--from', 'postgres://me:hunter2@[bad', '--to', target],
    ]) {
      outputs.push(await given(...args))
    }
    for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain('hunter2')
    expect(outputs.some(({ stderr }) => stderr.includes('refuses the password'))).toBe(true)
  })

  it('may not stand in a settings file', async () => {
    const { folder, given, withVariables } = workspace()
    const file = join(folder, '.recallite/config.yaml')
    for (const url of [
      secret,
      'postgres://db.example.org/notes?password=hunter2',
      'postgres://me:x${PASSWORD}@db/notes',
    ]) {
      writeFileSync(file, `store:\n  url: "${url}"\n`)
      const refused = await given('config')
      expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('PGPASSWORD') })
      expect(refused.stdout + refused.stderr).not.toContain('hunter2')
    }
    writeFileSync(file, 'store:\n  url: "postgres://me:${PASSWORD}@db.example.org/notes"\n')
    const { stdout } = await withVariables({ PASSWORD: 'hunter2' }, 'config', 'store.url')
    expect(stdout).toContain('postgres://me:${PASSWORD}@db.example.org/notes')
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2')
  })
})

describe.skipIf(!isBuilt)('a server whose driver is not installed', () => {
  it('is an error with the command that installs it', async () => {
    const { noteFolder, given, onServer, folder } = workspace({ hasDriver: false })
    const runs = [
      await onServer('index', noteFolder, '--json'),
      await onServer('search', 'harbour', '--json'),
      await onServer('status', '--json'),
      await given('copy', '--from', server, '--to', join(folder, 'x.sqlite'), '--json'),
    ]
    for (const { exitCode, stdout, stderr } of runs) {
      expect([exitCode, stdout]).toEqual([1, ''])
      expect(stderr).toContain('STORE_UNAVAILABLE')
      expect(stderr).toContain('npm install --global @recallite/store-postgres')
      expect(stderr).not.toContain('right')
    }
    const doctor = await onServer('doctor', '--provider', 'none')
    expect(doctor).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('fix: npm install --global @recallite/store-postgres'),
    })
  })

  it('needs two stores to copy', async () => {
    const { given, database } = workspace({ hasDriver: false })
    expect(await given('copy', '--from', database)).toMatchObject({ exitCode: 2 })
    expect(await given('copy', '--from', database, '--to', server)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There is no index'),
    })
  })
})
