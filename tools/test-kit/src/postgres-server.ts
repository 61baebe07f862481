import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server for tests, which asks for a password. */
export interface PostgresServer {
  readonly host: string
  readonly password: string
  /** Kills it and starts it again. */
  crash(): Promise<void>
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
  const asked = `-A scram-sha-256 -U me --pwfile=${passwordFile} -E UTF8 --no-locale -N`.split(' ')
  execFileSync(...command('initdb', ['-D', data, ...asked]), inFolder)
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const launch = () =>
    spawn(
      ...command('postgres', ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]),
      inFolder,
    )
  let server = launch()
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await untilOpen(port)
  return {
    host: `127.0.0.1:${port}`,
    password,
    async crash() {
      await end('SIGKILL')
      // The processes of its connections end a moment after it; until then it refuses to start, and ends.
      for (let isUp = false; !isUp;) {
        server = launch()
        const ended = once(server, 'exit').then(() => false)
        isUp = await Promise.race([ended, untilOpen(port).then(() => true)])
      }
    },
    async stop() {
      await end('SIGINT')
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

/** A server that still starts accepts no connection, or refuses it for a moment, which the sleep covers. */
async function untilOpen(port: number): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    await sleep(200)
    if (isOpen) return
  }
  throw new Error('The server of the test does not start.')
}
