import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server for tests, which asks for a password. */
export interface PostgresServer {
  readonly host: string
  readonly password: string
  stop(): Promise<void>
}

/** The folder of the programs of a PostgreSQL server, where Debian puts them; undefined if there is none. */
export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  return versions
    .map((version) => join(debian, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** Starts a server on loopback, in a folder that goes when it is stopped. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-postgres-'))
  const [data, passwordFile, password] = [join(folder, 'data'), join(folder, 'password'), 'hunter2']
  writeFileSync(passwordFile, password)
  chmodSync(passwordFile, 0o644)
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['postgres', folder])
  // PostgreSQL refuses to run as root.
  const command = (program: string, args: readonly string[]): [string, string[]] => {
    const file = join(programs, program)
    if (!isRoot) return [file, [...args]]
    return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', file, ...args]]
  }
  const inFolder = { cwd: folder, stdio: 'ignore' as const }
  const asked = [...'-A scram-sha-256 -U me -E UTF8 --no-locale -N'.split(' '), `--pwfile=${passwordFile}`]
  execFileSync(...command('initdb', ['-D', data, ...asked]), inFolder)
  const port = await freePort()
  const settings = `-p ${port} -c fsync=off -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const control = (...args: string[]) =>
    execFileSync(...command('pg_ctl', ['-D', data, '-w', ...args]), inFolder)
  control('-o', settings, '-l', join(folder, 'log'), 'start')
  return {
    host: `127.0.0.1:${port}`,
    password,
    async stop() {
      control('-m', 'fast', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
