import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresPrograms, startPostgres, type PostgresServer } from '@recallite/test-kit'
import { installAlone } from '../__fixtures__/program-alone.js'
import { builtCli } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { serverWorkspace } from '../__fixtures__/server-workspace.js'

const notes = {
  'auth.md': '# Auth\n\nSessions end after 900 seconds.\n',
  'harbour.md': '# Harbour\n\nThe red light of the harbour is at the pier.\n',
}

let postgres: PostgresServer | undefined

/** A workspace whose index is on the server of these tests, or on a missing one. */
const workspace = (more: { readonly program?: string } = {}) => serverWorkspace(notes, { postgres, ...more })

const resultsOf = (output: string): unknown => {
  const { results } = JSON.parse(output) as { results: { path: string; confidence: number; id: string }[] }
  return results.map(({ path, confidence, id }) => [path, confidence, id])
}

const isBuilt = existsSync(builtCli)
const programs = postgresPrograms()

beforeAll(async () => {
  if (programs !== undefined) postgres = await startPostgres(programs)
}, 60_000)
afterAll(() => postgres?.stop())

describe.skipIf(!isBuilt || programs === undefined)('an index on a server', () => {
  it('is created, searched, read, checked and described like one in a file', async () => {
    const { folder, noteFolder, location, schema, onServer } = workspace()
    const indexed = await onServer('index', noteFolder, '--provider', 'none')
    expect(indexed).toMatchObject({ exitCode: 0, stderr: '' })
    expect(existsSync(join(folder, '.recallite/memory/main.sqlite'))).toBe(false)
    const found = await onServer('search', 'harbour', '--provider', 'none', '--json')
    expect(resultsOf(found.stdout)).toMatchObject([['harbour.md', expect.any(Number), expect.any(String)]])
    expect((await onServer('get', 'notes:auth.md:3')).stdout).toContain('900 seconds')
    const status = JSON.parse((await onServer('status', '--json')).stdout) as object
    const path = `${location} (schema ${schema})`
    expect(schemaErrors('status', status)).toEqual([])
    expect(status).toMatchObject({ backend: 'postgres', files: 2, database: { path } })
    const doctor = await onServer('doctor', '--provider', 'none')
    expect(doctor.stdout.replaceAll(/\s+/gu, ' ')).toContain(`${path}: 2 files, 2 chunks`)
    expect(doctor.stdout).toContain('CREATE EXTENSION')
    const backup = await onServer('backup', join(folder, 'copy.sqlite'))
    expect(backup).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('pg_dump') })
    const dry = await onServer('index', '--dry-run')
    expect(dry).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--db :memory:') })
  })

  it('is on the first host of a list that responds', async () => {
    const { noteFolder, server, given } = workspace()
    const store = `${server.replace('@', '@127.0.0.1:1,')}&target_session_attrs=prefer-standby`
    expect(await given('index', noteFolder, '--provider', 'none', '--store', store)).toMatchObject({
      exitCode: 0,
    })
    const found = await given('search', 'harbour', '--provider', 'none', '--json', '--store', store)
    expect(resultsOf(found.stdout)).toMatchObject([['harbour.md', expect.any(Number), expect.any(String)]])
  })

  it('is copied from a file, and gives the same answers once it is indexed', async () => {
    const { noteFolder, database, server, given, onServer, onFile } = workspace()
    await onFile('index', noteFolder, '--provider', 'none')
    const copied = await given('copy', '--from', database, '--to', server, '--json')
    const report: unknown = JSON.parse(copied.stdout)
    expect(report).toEqual({ roots: ['notes'], spaces: [] })
    expect(schemaErrors('copy', report)).toEqual([])
    expect(await onServer('index', '--provider', 'none')).toMatchObject({ exitCode: 0 })
    const words = ['--provider', 'none', '--json', '--threshold', '0'] as const
    const search = ['search', 'the red light of sessions', ...words] as const
    const expected = resultsOf((await onFile(...search)).stdout)
    expect(expected).toHaveLength(2)
    expect(resultsOf((await onServer(...search)).stdout)).toEqual(expected)
  })

  it('is chosen by variable and settings in order of precedence, and both flags together are refused', async () => {
    const { folder, noteFolder, database, server, schema, given, withVariables, onServer } = workspace()
    const variables = { RECALLITE_STORE_URL: server }
    const backendOf = async (run: Promise<{ stdout: string }>) =>
      (JSON.parse((await run).stdout) as { backend: string }).backend
    await withVariables(variables, 'index', noteFolder, '--provider', 'none')
    expect(await backendOf(withVariables(variables, 'status', '--json'))).toBe('postgres')
    await withVariables(variables, 'index', noteFolder, '--provider', 'none', '--db', database)
    expect(await backendOf(withVariables(variables, 'status', '--json', '--db', database))).toBe('sqlite')
    const both = await onServer('status', '--db', database)
    expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--db and --store') })
    mkdirSync(join(folder, '.recallite'), { recursive: true })
    writeFileSync(join(folder, '.recallite/config.yaml'), `store:\n  url: ${server}\n`)
    expect(await backendOf(given('status', '--json'))).toBe('postgres')
    expect((await given('status', '--json')).stdout).toContain(`(schema ${schema})`)
  })

  it('also has the records and their index, for all users', async () => {
    const { folder, noteFolder, onServer } = workspace()
    await onServer('index', noteFolder, '--provider', 'none')
    const remembered = await onServer('remember', 'The zeppelin lands at noon.')
    expect(remembered.exitCode).toBe(0)
    expect((await onServer('recall', 'zeppelin', '--json')).stdout).toContain('lands at noon')
    const status = JSON.parse((await onServer('status', '--json')).stdout) as object
    expect(status).toMatchObject({ files: 2, chunks: 2 })
    const found = await onServer('search', 'zeppelin', '--provider', 'none', '--json')
    expect(JSON.parse(found.stdout)).toMatchObject({ results: [{ kind: 'record' }] })
    expect(existsSync(join(folder, '.recallite/memory'))).toBe(false)
    expect(status).toMatchObject({ records: { count: 1, collections: 1, reason: null } })
    const doctor = await onServer('doctor', '--deep', '--provider', 'none')
    expect(doctor.stdout.replaceAll(/\s+/gu, ' ')).toContain('1 record in 1 collection, 0 sessions')
    expect(doctor.stdout).toMatch(/ok +content/)
    await onServer('export', join(folder, 'all.jsonl'))
    expect(readFileSync(join(folder, 'all.jsonl'), 'utf8')).toContain('lands at noon')
  })
})

describe.skipIf(!isBuilt || programs === undefined)('a server of records', () => {
  it('has the records and their index, and the file has the index of files', async () => {
    const { noteFolder, database, withVariables, server, location } = workspace()
    const variables = { RECALLITE_RECORDS_URL: server, RECALLITE_STORE_PATH: database }
    const run = (...args: string[]) => withVariables(variables, ...args, '--provider', 'none')
    expect(await run('index', noteFolder)).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await run('remember', 'The ferry lands at noon.')).toMatchObject({ exitCode: 0, stderr: '' })
    const found = JSON.parse((await run('search', 'harbour ferry', '--json')).stdout)
    const kinds = found.results.map(({ kind }: { kind: string }) => kind).toSorted()
    expect([kinds, found.degraded]).toEqual([['file', 'record'], []])
    const status = JSON.parse((await withVariables(variables, 'status', '--json')).stdout)
    expect(status).toMatchObject({
      backend: 'sqlite',
      records: { count: 1 },
      recordLocation: expect.stringContaining(location),
    })
    expect(existsSync(database.replace('.sqlite', '.records.sqlite'))).toBe(false)
    const doctor = await run('doctor')
    const shown = doctor.stdout.replaceAll(/\s+/gu, ' ')
    expect([doctor.exitCode, shown]).toEqual([0, expect.stringContaining('1 record in 1 collection')])
    const target = `${database}.copy.sqlite`
    const backup = await withVariables(variables, 'backup', target)
    expect(backup).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('recallite export') })
    expect(existsSync(target)).toBe(true)
  })
})

describe.skipIf(!isBuilt)('a server in the settings of a folder', () => {
  it('is refused unless the folder is trusted', async () => {
    const { folder, given } = workspace()
    writeFileSync(join(folder, '.recallite.yaml'), 'store:\n  url: postgres://db.example.org/theirs\n')
    const refused = await given('search', 'harbour')
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('recallite trust') })
  })
})

describe.skipIf(!isBuilt)('the password of a server', () => {
  const secret = 'postgres://me:topsecret@127.0.0.1:1/notes'

  it('is in no output of any command or failure', async () => {
    const { folder, given, withVariables, server } = workspace()
    const variables = { RECALLITE_STORE_URL: secret }
    const target = join(folder, 'target.sqlite')
    const shown = await Promise.all([
      given('config', '--store', secret),
      given('config', 'store', '--json', '--store', secret),
      withVariables(variables, 'config', '--json'),
    ])
    for (const { exitCode, stdout } of shown) {
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('me@127.0.0.1:1')])
    }
    const outputs = [...shown]
    for (const command of ['status', 'doctor', 'search harbour', 'roots', 'spaces', 'optimise']) {
      for (const json of [[], ['--json']])
        outputs.push(await withVariables(variables, ...command.split(' '), ...json))
    }
    const wrong = server.replace('me@', 'me:topsecret@')
    for (const args of [
      ['status', '--store', secret],
      ['status', '--store', wrong],
      ['doctor', '--store', wrong],
      ['mcp', '--config', 'claude-code', '--store', secret],
      ['copy', '--from', secret, '--to', target, '--json'],
      ['copy', '--from', 'postgres://me:topsecret@[bad', '--to', target],
    ]) {
      outputs.push(await given(...args))
    }
    for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain('topsecret')
    expect(outputs.filter(({ exitCode }) => exitCode !== 0).length).toBeGreaterThan(10)
  })

  it('is not allowed in a settings file', async () => {
    const { folder, given, withVariables } = workspace()
    const file = join(folder, '.recallite/config.yaml')
    mkdirSync(join(folder, '.recallite'))
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
    const { folder } = workspace()
    const { noteFolder, given, onServer, server } = workspace({
      program: installAlone(join(folder, 'installed')),
    })
    expect(await given('status')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no index') })
    const target = join(folder, 'x.sqlite')
    const runs = [
      await onServer('index', noteFolder, '--json'),
      await onServer('search', 'harbour', '--json'),
      await onServer('status', '--json'),
      await given('copy', '--from', server, '--to', target, '--json'),
    ]
    for (const { exitCode, stdout, stderr } of runs) {
      expect([exitCode, stdout]).toEqual([1, ''])
      expect(stderr).toContain('STORE_UNAVAILABLE')
      expect(stderr).toContain('npm install --global @recallite/store-postgres')
    }
    const doctor = await onServer('doctor', '--provider', 'none')
    expect(doctor.exitCode).toBe(1)
    expect(doctor.stdout).toContain('fix: npm install --global @recallite/store-postgres')
  })

  it('needs two stores to copy', async () => {
    const { given, database, server } = workspace()
    expect(await given('copy', '--from', database)).toMatchObject({ exitCode: 2 })
    expect(await given('copy', '--from', database, '--to', server)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There is no index'),
    })
  })
})
