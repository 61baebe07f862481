import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresPrograms, startPostgres, type PostgresServer } from '@recallite/test-kit'
import { builtCli } from '../__fixtures__/run-cli.js'
import { serverWorkspace } from '../__fixtures__/server-workspace.js'
import { listeningAt, startProgram } from '../mcp/__fixtures__/served-memory.js'

const notes = { 'harbour.md': '# Harbour\n\nThe red light of the harbour is at the pier.\n' }

let postgres: PostgresServer | undefined
const programs = postgresPrograms()

beforeAll(async () => {
  if (programs !== undefined) postgres = await startPostgres(programs)
}, 60_000)
afterAll(() => postgres?.stop())

interface Way {
  /** The mode of ~/.pgpass, if there is one. */
  readonly mode?: number
  /** The name of the service with the password, if there is one. */
  readonly service?: string
  readonly variables?: Readonly<Record<string, string>>
  /** Replaces server, user and database in the address. */
  readonly named?: string
}

/** A home with the password in its files, unless it is in a variable, and an address without it. */
function placeWith({ mode, service, variables = {}, named }: Way) {
  const workspace = serverWorkspace(notes, { postgres })
  const { folder, server, schema } = workspace
  const { host: hostAndPort, password } = postgres ?? { host: '', password: '' }
  const write = (name: string, text: string, permissions = 0o600) =>
    writeFileSync(join(folder, name), text, { mode: permissions })
  if (mode !== undefined) write('.pgpass', `${hostAndPort}:postgres:me:${password}\n`, mode)
  const lines = [
    `host=${hostAndPort.replace(':', '\nport=')}`,
    'user=me',
    'dbname=postgres',
    `password=${password}`,
  ]
  if (service !== undefined) write('.pg_service.conf', `[${service}]\n${lines.join('\n')}\n`)
  const address = named === undefined ? server : `postgres://?schema=${schema}${named}`
  return { ...workspace, address, variables: { PGPASSWORD: '', PGSERVICE: '', ...variables } }
}

const ways: Readonly<Record<string, Way>> = {
  PGPASSWORD: { variables: { PGPASSWORD: 'hunter2' } },
  '~/.pgpass': { mode: 0o600 },
  PGSERVICE: { service: 'team', variables: { PGSERVICE: 'team' }, named: '' },
  '?service=NAME': { service: 'team', named: '&service=team' },
}

describe.skipIf(!existsSync(builtCli) || programs === undefined)('the password of a server (scram)', () => {
  it.each(Object.entries(ways))('comes from %s', async (_, way) => {
    const { noteFolder, location, schema, withVariables, address, variables } = placeWith(way)
    const run = (...args: string[]) => withVariables(variables, ...args, '--store', address)
    expect(await run('index', noteFolder, '--provider', 'none')).toMatchObject({ exitCode: 0, stderr: '' })
    const found = await run('search', 'harbour', '--provider', 'none')
    expect([found.stderr, found.stdout]).toEqual(['', expect.stringContaining('harbour.md')])
    const status = await run('status', '--json')
    expect(JSON.parse(status.stdout)).toMatchObject({ database: { path: `${location} (schema ${schema})` } })
    const { stdout } = await run('config', 'store.url')
    expect(stdout).toContain(`${location}?schema=${schema}`)
    expect(status.stdout + stdout).not.toContain(postgres?.password)
  })

  it('is neither in the list of processes nor in the output of a long-running program', async () => {
    const { folder, env, noteFolder, withVariables, address, variables } = placeWith({ mode: 0o600 })
    await withVariables(variables, 'index', noteFolder, '--provider', 'none', '--store', address)
    const args = [builtCli, 'serve', '--port', '0', '--provider', 'none', '--store', address]
    const running = startProgram(args, { cwd: folder, env: { ...process.env, ...env, ...variables } })
    await listeningAt(running)
    const processes = execFileSync('ps', ['-e', '-ww', '-o', 'args'], { encoding: 'utf8' })
    expect(processes).toContain(address)
    expect(processes).not.toContain(postgres?.password)
    expect(running.said.stderr + running.said.stdout).not.toContain(postgres?.password)
  })

  it(
    'is not read from a ~/.pgpass that others can read: the program says what it needs, and ends at once',
    { timeout: 30_000 },
    async () => {
      const { withVariables, address, variables } = placeWith({ mode: 0o644 })
      const { exitCode, stderr } = await withVariables(variables, 'status', '--store', address)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('~/.pgpass with mode 0600')])
    },
  )
})
