import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { cliWorkspace, indexedWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { playProvider } from '../embedding/__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from '../embedding/__fixtures__/provider-workspace.js'

const files = { 'auth.md': '# Auth\n\nWe keep tokens for 900 seconds.\n' }

describe('A25: recallite status', () => {
  it('counts the records, or says why they cannot be read, without changing them', async () => {
    const { run, runJson, folder } = await indexedWorkspace(files)
    expect((await run('status')).stdout).not.toContain('remembered')
    for (const collection of ['harbour', 'home'])
      await run('remember', `The crane of ${collection}.`, '--collection', collection, '--provider', 'none')
    const path = join(folder, 'index.records.sqlite')
    const records = await openSqliteRecords({ path })
    const past = { collection: 'past', createdAt: '2020-01-01', expiresAt: '2020-01-02' }
    await records.put([{ content: 'The crane has expired.', ...past }])
    await records.close()
    const before = readFileSync(path)
    const status = await runJson('status')
    expect(schemaErrors('status', status)).toEqual([])
    expect(status).toMatchObject({ records: { path, count: 2, collections: 2, reason: null } })
    expect((await run('status')).stdout).toMatch(
      /^remembered +2 records in 2 collections, 0 sessions\n {2}stored in +\S+\.records\.sqlite$/m,
    )
    expect(readFileSync(path).equals(before)).toBe(true)
    writeFileSync(path, 'Dear diary')
    const broken = await runJson('status')
    expect(schemaErrors('status', broken)).toEqual([])
    expect(broken).toMatchObject({
      records: { count: null, reason: expect.stringContaining('was not changed') },
    })
    expect((await run('status')).stdout).toMatch(/^remembered +cannot be read: /m)
  })

  it('A25: shows records if no file is indexed', async () => {
    const { run, runJson, database } = cliWorkspace({})
    const nothing = await run('status')
    expect([nothing.exitCode, nothing.stderr]).toEqual([1, expect.stringMatching(/There is no index/)])
    await run('remember', 'The crane lifts.', '--provider', 'none')
    const status = await runJson('status')
    expect(schemaErrors('status', status)).toEqual([])
    expect(status).toMatchObject({
      files: 0,
      records: { count: 1 },
      database: { path: database },
      indexing: null,
    })
    const { exitCode, stdout, stderr } = await run('status')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^ {2}to start +recallite index FOLDER$/m)
    expect(stdout).toMatch(/^remembered +1 record in 1 collection, 0 sessions$/m)
  })

  it('A25: shows backend, files, chunks, extension, keyword index and fallback, as in its schema', async () => {
    const { run, runJson } = await indexedWorkspace(files)
    const status = await runJson('status')
    expect(schemaErrors('status', status)).toEqual([])
    expect(status).toMatchObject({
      backend: 'sqlite',
      provider: null,
      model: null,
      fallback: { to: 'words', reason: expect.stringContaining('no embedding model') },
      files: 1,
      chunks: 1,
      sources: [],
      records: null,
      indexing: null,
      vectorExtension: { available: true },
      fts: { available: true },
    })
    const { stdout } = await run('status')
    expect(stdout).toMatch(/^database +sqlite, /m)
    expect(stdout).toMatch(/^ {2}to drop one +recallite roots remove NAME/m)
    expect(stdout).toMatch(/in use now +words, because there is no embedding model/)
  })

  it('A25: names provider and model without a request', async () => {
    const { server, requests } = await playProvider('openai')
    const variables = variablesFor('openai', server.url)
    const { notes, run, runJson, start } = providerWorkspace(files, variables)
    await run('index', notes, '--provider', 'openai')
    const before = requests.length
    const status = await runJson('status')
    expect(schemaErrors('status', status)).toEqual([])
    expect(status).toMatchObject({ provider: 'openai', model: 'text-embedding-3-small', fallback: null })
    const keyless = await start(['status', '--json'], { OPENAI_API_KEY: '', RECALLITE_PROVIDER: 'openai' })
    expect(JSON.parse(keyless.stdout)).toMatchObject({
      provider: 'openai',
      fallback: { to: 'words', reason: expect.stringContaining('OPENAI_API_KEY is not set') },
    })
    const switched = await start(['status', '--json'], {
      RECALLITE_PROVIDER: 'openai',
      RECALLITE_MODEL: 'text-embedding-3-large',
    })
    expect(JSON.parse(switched.stdout)).toMatchObject({
      model: 'text-embedding-3-large',
      fallback: {
        to: 'openai/text-embedding-3-small',
        reason: expect.stringContaining('text-embedding-3-large has no vectors in this index'),
      },
    })
    expect(requests).toHaveLength(before)
  })

  it('A25: names the sources, and their missing paths', async () => {
    const { folder, notes, run, runJson } = cliWorkspace(files)
    mkdirSync(join(folder, 'memory'))
    writeFileSync(join(folder, '.recallite.yaml'), 'extraPaths: [./gone, ./notes]\n')
    await run('index', notes, '--provider', 'none')
    const status = (await runJson('status')) as { sources: unknown }
    expect(schemaErrors('status', status)).toEqual([])
    expect(status.sources).toEqual([
      { kind: 'memory', paths: [folder], missing: [], refused: [] },
      { kind: 'paths', paths: expect.any(Array), missing: [join(folder, 'gone')], refused: [] },
    ])
    renameSync(notes, `${notes}-away`)
    expect((await run('status')).stdout).toMatch(/missing +.*\/notes$/m)
  })

  it('A25: names the process that is indexing', async () => {
    const { database, run, runJson } = await indexedWorkspace(files)
    const store = await openSqliteStore({ path: database })
    const lock = await store.maintenance.lock()
    expect(await runJson('status')).toMatchObject({ indexing: process.pid })
    expect((await run('status')).stdout).toContain(`process ${process.pid}, now`)
    await lock.release()
    await store.close()
    expect(await runJson('status')).toMatchObject({ indexing: null })
  })
})
