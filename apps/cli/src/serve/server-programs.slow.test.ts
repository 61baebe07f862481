import { existsSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { postgresPrograms, startPostgres, type PostgresServer } from '@recallite/test-kit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { serverWorkspace } from '../__fixtures__/server-workspace.js'
import { startWatch } from '../__fixtures__/watch-run.js'

const notes = {
  'auth.md': '# Auth\n\nSessions end after 900 seconds.\n',
  'harbour.md': '# Harbour\n\nThe red light of the harbour is at the pier.\n',
}
const programs = postgresPrograms()
let postgres: PostgresServer | undefined

beforeAll(async () => {
  if (programs !== undefined) postgres = await startPostgres(programs)
}, 60_000)
afterAll(() => postgres?.stop())

/** A workspace whose notes are indexed on the server; its searches read only the index, no files. */
async function indexed() {
  const workspace = serverWorkspace(notes, { postgres })
  const { exitCode, stderr } = await workspace.onServer('index', workspace.noteFolder, '--provider', 'none')
  expect([exitCode, stderr]).toEqual([0, ''])
  const onlyIndex = { RECALLITE_UPDATE_ON_BOOT: 'false' }
  const search = (...args: string[]) =>
    workspace.withVariables(onlyIndex, 'search', ...args, '--provider', 'none', '--store', workspace.server)
  const found = async (word: string) => {
    const { stdout } = await search(word, '--threshold', '0', '--json')
    return (JSON.parse(stdout) as { results: { path: string }[] }).results.map(({ path }) => path)
  }
  return { ...workspace, search, found, variables: { ...workspace.env, ...onlyIndex } }
}

describe.skipIf(!existsSync(builtCli) || programs === undefined)('programs over an index on a server', () => {
  it('watch keeps it up to date for other processes', async () => {
    const { database, server, found, write, ...workspace } = await indexed()
    const { until, end } = startWatch(
      { ...workspace, database },
      {
        variables: { RECALLITE_UPDATE_DEBOUNCE: '100ms' },
        by: (words) => words.map((word) => (word === '--db' ? '--store' : word === database ? server : word)),
      },
    )
    await until('stderr', /^Watching 1 folder/m)
    expect(await found('zeppelin')).toEqual([])
    write('new.md', '# Zeppelin\n\nIt flies.\n')
    await until('stderr', /^\+ notes:new\.md$/m)
    expect(await found('zeppelin')).toEqual(['new.md'])
    expect(await end('SIGTERM')).toBe(0)
  })

  it('mcp answers an agent from it, including what another process has just written', async () => {
    const { folder, noteFolder, server, variables, onServer, write } = await indexed()
    const client = new Client({ name: 'test', version: '1' })
    onTestFinished(() => client.close())
    const args = [builtCli, 'mcp', '--provider', 'none', '--store', server]
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: folder, env: variables }),
    )
    const ask = async (query: string) =>
      JSON.stringify(await client.callTool({ name: 'memory_search', arguments: { query } }))
    expect(await ask('harbour')).toContain('harbour.md')
    expect(await ask('zeppelin')).not.toContain('new.md')
    write('new.md', '# Zeppelin\n\nIt flies.\n')
    expect((await onServer('index', noteFolder, '--provider', 'none')).exitCode).toBe(0)
    expect(await ask('zeppelin')).toContain('new.md')
  })

  it('two indexers of one folder take turns, and store nothing twice', async () => {
    const { noteFolder, onServer, found, write } = await indexed()
    for (let number = 0; number < 60; number += 1) {
      write(`log/${number}.md`, `# Day ${number}\n\nThe harbour had ${number} ships at noon.\n`)
    }
    const runs = await Promise.all(
      [1, 2, 3].map(() => onServer('index', noteFolder, '--provider', 'none', '--json')),
    )
    const waiting = /^(?:The store is in use by .+ This command waits up to 30 s for it\.\n)?$/u
    expect(runs.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(
      [0, 0, 0].map((code) => [code, expect.stringMatching(waiting)]),
    )
    const added = runs.map(({ stdout }) => (JSON.parse(stdout) as { added: number }).added)
    expect(added.toSorted()).toEqual([0, 0, 60])
    const status = JSON.parse((await onServer('status', '--json')).stdout) as object
    expect(status).toMatchObject({ files: 62 })
    expect(await found('59')).toEqual(['log/59.md'])
  })
})
