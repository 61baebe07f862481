import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TlsIdentity } from '@recallite/test-kit'
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

/** Whether a server of these programs can prove who it is. */
export function hasTls(programs: string): boolean {
  return execFileSync(join(programs, 'pg_config'), ['--configure'], { encoding: 'utf8' }).includes('openssl')
}

/** Starts a server of these programs on loopback, in a folder that goes when it is stopped. */
export async function startServer(programs: string, identity?: TlsIdentity): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-postgres-'))
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=60']
  if (identity) settings.push(...writeIdentity(folder, identity))
  if (isRoot) execFileSync('chown', ['-R', 'postgres', folder])
  const data = join(folder, 'data')
  const inFolder = { cwd: folder, stdio: 'ignore' as const }
  const made = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-locale', '-N']
  execFileSync(...commandOf(join(programs, 'initdb'), made), inFolder)
  const port = await freePort()
  const set = settings.flatMap((setting) => ['-c', setting])
  const server = spawn(...commandOf(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...set]), inFolder)
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

const isRoot = process.getuid?.() === 0

/** PostgreSQL refuses to run as root. */
function commandOf(file: string, args: readonly string[]): [file: string, args: string[]] {
  if (!isRoot) return [file, [...args]]
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', file, ...args]]
}

/** The settings of a server that shows a certificate. */
function writeIdentity(folder: string, { cert, key }: TlsIdentity): string[] {
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  chmodSync(keyFile, 0o600)
  return ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]
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
