import { existsSync } from 'node:fs'
import { runProcess } from '@recallite/test-kit'
import { findOpenSearch, startOpenSearch, type OpenSearchServer } from '@recallite/test-kit/opensearch-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtCli, cliWorkspace } from '../__fixtures__/run-cli.js'

const notes = {
  'auth.md': '# Auth\n\nSessions end after 900 seconds.\n',
  'harbour.md': '# Harbour\n\nThe red light of the harbour is at the pier.\n',
}
const noModel = ['--provider', 'none'] as const

const missing = existsSync(builtCli) ? await findOpenSearch() : ' (not built)'

let cluster: OpenSearchServer | undefined
beforeAll(async () => {
  if (missing === undefined) cluster = await startOpenSearch()
}, 320_000)
afterAll(() => cluster?.stop())

/** The built program with an index in the cluster, a separate one for each prefix. */
function clusterWorkspace(prefix: string) {
  const { folder, env, notes: noteFolder, database, spawned } = cliWorkspace(notes)
  const store = `${cluster?.url.replace('://', '://me@')}/?prefix=${prefix}`
  const run = (...args: string[]) =>
    runProcess([builtCli, ...args], {
      cwd: folder,
      env: { ...env, NODE_PATH: '', OPENSEARCH_PASSWORD: 'hunter2' },
    })
  return {
    noteFolder,
    database,
    store,
    run,
    onFile: spawned,
    at: (...args: string[]) => run(...args, '--store', store),
  }
}

const resultsOf = (output: string): unknown => {
  const { results } = JSON.parse(output) as { results: { path: string; confidence: number; id: string }[] }
  return results.map(({ path, confidence, id }) => [path, confidence, id])
}

describe.skipIf(missing !== undefined)(`an index in OpenSearch${missing ?? ''}`, () => {
  it('is created, searched, read, checked and described, and keeps records in a local file', async () => {
    const { noteFolder, at } = clusterWorkspace('first')
    expect(await at('index', noteFolder, ...noModel)).toMatchObject({ exitCode: 0, stderr: '' })
    const found = await at('search', 'harbour', ...noModel, '--json')
    expect(resultsOf(found.stdout)).toMatchObject([['harbour.md', expect.any(Number), expect.any(String)]])
    expect((await at('get', 'notes:auth.md:3')).stdout).toContain('900 seconds')
    await at('remember', 'The zeppelin lands at noon.')
    expect((await at('recall', 'zeppelin', '--json')).stdout).toContain('lands at noon')
    const status = JSON.parse((await at('status', '--json')).stdout) as object
    expect(status).toMatchObject({ backend: 'opensearch', files: 2, records: { count: 1 } })
    expect(JSON.stringify(status)).toContain('.records.sqlite')
    expect((await at('doctor', '--deep', ...noModel)).stdout).toMatch(/ok +content/)
  })

  it('is copied from a file and back, and gives the same answers once it is indexed', async () => {
    const { noteFolder, database, store, run, onFile, at } = clusterWorkspace('second')
    await onFile('index', noteFolder, ...noModel)
    expect(await run('copy', '--from', database, '--to', store)).toMatchObject({ exitCode: 0 })
    expect(await at('index', ...noModel)).toMatchObject({ exitCode: 0 })
    const search = ['search', 'the red light of sessions', ...noModel, '--json', '--threshold', '0'] as const
    const expected = resultsOf((await onFile(...search)).stdout)
    expect(expected).toHaveLength(2)
    expect(resultsOf((await at(...search)).stdout)).toEqual(expected)
    const target = `${database}.copy.sqlite`
    expect(await run('copy', '--from', store, '--to', target)).toMatchObject({ exitCode: 0 })
    await run('index', ...noModel, '--db', target)
    expect(resultsOf((await run(...search, '--db', target)).stdout)).toEqual(expected)
  })
})
