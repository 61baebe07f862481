import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from '../open-store.js'

/** A server for tests. */
export interface TestServer {
  readonly url: string
  stop(): Promise<void>
}

let schemas = 0

/** Opens a store that holds nothing, in a schema of its own, which goes when the store is closed. */
export async function openNew(
  { url }: Pick<TestServer, 'url'>,
  options: Partial<PostgresStoreOptions> = {},
): Promise<PostgresStore> {
  schemas += 1
  const schema = `test_${process.pid}_${schemas}`
  const store = await openPostgresStore({ url, schema, connections: 3, ...options })
  const close = async () => {
    await store.close()
    await run(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  }
  return { ...store, close }
}

/** Sends a statement to a server, as someone else would. */
export async function run<Row = unknown>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows as Row[]
  } finally {
    await client.end()
  }
}

/**
 * The folder of a server's programs, if there is one: that of RECALLITE_TEST_POSTGRES, such as one with pgvector, or Debian's.
 * It is the one file of these tests that reads the environment.
 */
export function findPrograms(): string | undefined {
  const named = process.env['RECALLITE_TEST_POSTGRES']
  const debian = '/usr/lib/postgresql'
  const others = existsSync(debian) ? readdirSync(debian).toSorted().map((version) => join(debian, version, 'bin')) : []
  return [...(named === undefined ? [] : [named]), ...others.toReversed()].find((folder) =>
    existsSync(join(folder, 'initdb')),
  )
}

/** Starts a server of these programs on loopback, in a folder that goes when it is stopped. */
export async function startServer(programs: string): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-postgres-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['postgres', folder])
  const data = join(folder, 'data')
  const inFolder = { cwd: folder, stdio: 'ignore' as const }
  // PostgreSQL refuses to run as root.
  const command = (program: string, args: readonly string[]): [string, string[]] => {
    const file = join(programs, program)
    if (!isRoot) return [file, [...args]]
    return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', file, ...args]]
  }
  execFileSync(...command('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-locale', '-N']), inFolder)
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=60']
  const server = spawn(
    ...command('postgres', ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]),
    inFolder,
  )
  const url = `postgres://postgres:secret@127.0.0.1:${port}/postgres`
  await untilReady(url)
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => {
          rmSync(folder, { recursive: true, force: true })
          resolve()
        })
        server.kill('SIGINT')
      }),
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function untilReady(url: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    try {
      await run(url, 'SELECT 1')
      return
    } catch (error) {
      if (left === 0) throw error
      await sleep(100)
    }
  }
}
