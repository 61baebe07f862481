import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TlsIdentity } from './loopback-server.ts'

/** A server for tests, with a password. */
export interface PostgresServer {
  readonly host: string
  readonly password: string
  /** Includes the password. */
  readonly url: string
  /** Kills it like a power failure, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export interface PostgresOptions {
  readonly identity?: TlsIdentity
  /** Whether acknowledged writes survive a crash of the machine; default false, which is faster. */
  readonly isDurable?: boolean
}

/** The folder of PostgreSQL's server programs: the given one, else Debian's. Undefined if there is none. */
export function postgresPrograms(named?: string): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  const folders = versions.map((version) => join(debian, version, 'bin'))
  return [named ?? [], folders].flat().find((folder) => existsSync(join(folder, 'initdb')))
}

/** Starts a loopback server in a folder that is removed when it stops. */
export async function startPostgres(
  programs: string,
  { identity, isDurable = false }: PostgresOptions = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-postgres-'))
  writeFileSync(join(folder, 'password'), password)
  const settings = [`fsync=${isDurable ? 'on' : 'off'}`, ...(identity ? writeIdentity(folder, identity) : [])]
  if (isRoot) await run('chown', ['-R', 'postgres', folder])
  const files = ['-D', join(folder, 'data'), `--pwfile=${join(folder, 'password')}`]
  await runAsPostgres(join(programs, 'initdb'), [
    ...files,
    ...'-A scram-sha-256 -U me -E UTF8 --no-locale -N'.split(' '),
  ])
  return launch(programs, folder, settings)
}

/** Starts a streaming replica from a copy of the server's files. */
export async function startReplica(
  programs: string,
  { url }: Pick<PostgresServer, 'url'>,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-postgres-'))
  if (isRoot) await run('chown', ['postgres', folder])
  const args = ['-d', url, '-D', join(folder, 'data'), '-R', '-N', '-X', 'stream', '-c', 'fast']
  await runAsPostgres(join(programs, 'pg_basebackup'), args)
  return launch(programs, folder, ['fsync=off'])
}

const password = 'hunter2'

const run = promisify(execFile)

const isRoot = process.getuid?.() === 0

/** PostgreSQL refuses to run as root. */
const runAsPostgres = (program: string, args: readonly string[]) => {
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups', program]
  return isRoot ? run('setpriv', [...asPostgres, ...args], { cwd: '/' }) : run(program, [...args])
}

async function launch(programs: string, folder: string, extra: readonly string[]): Promise<PostgresServer> {
  const [data, port] = [join(folder, 'data'), await freePort()]
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...extra]
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const control = (...args: string[]) => runAsPostgres(join(programs, 'pg_ctl'), ['-D', data, '-w', ...args])
  const start = () => control('-o', options, '-l', join(folder, 'log'), 'start')
  await start()
  return {
    host: `127.0.0.1:${port}`,
    password,
    url: `postgres://me:${password}@127.0.0.1:${port}/postgres`,
    async crash() {
      process.kill(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
      // The server cannot start until the processes of its connections have ended.
      for (let left = 50; left > 0; left -= 1) if (await start().then(Boolean, () => left === 1)) return
    },
    async stop() {
      await control('-m', 'fast', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The settings of a server with a certificate. */
function writeIdentity(folder: string, { cert, key }: TlsIdentity): string[] {
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  chmodSync(keyFile, 0o600)
  return ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
