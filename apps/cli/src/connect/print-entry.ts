import { type Io, printable, shellWord, UsageError } from '@recallite/command-line'
import { renderToml } from './edit-toml.js'
import { type Address, hostOf, printableHosts } from './host-table.js'
import { fromAnywhere, type ServerLaunch } from './launch.js'
import type { HostPlace } from './places.js'

/** What an entry starts or reaches, and where it belongs. */
export interface PrintRequest {
  readonly server: ServerLaunch
  /** Undefined for a host whose file is not known. */
  readonly place: HostPlace | undefined
  readonly home: string
  readonly running?: RunningServer | undefined
}

/** A running server: its address, the words of the command that runs it, and the file with its token. */
export interface RunningServer extends Address {
  readonly command: readonly string[]
  readonly tokenFile: string
}

/** Why an entry works only here. */
export const localNotice =
  'This program is not an installed package, so the entry names its files and works only on this machine. After npm install --global recallite it starts the program by name.\n'

/**
 * Prints the entry for a host that starts this server, or that uses a running one, and on stderr where it belongs.
 * @throws UsageError if the host supports no URLs
 */
export function printEntry(hostName: string, { server, place, home, running }: PrintRequest, io: Io): void {
  const host = hostOf(hostName)
  const value = running ? addressOf(hostName, running) : (host.launch?.(server.launch) ?? server.launch)
  const path = [...host.section, server.name]
  const nested = path.reduceRight<object>((inner, key) => ({ [key]: inner }), value)
  const json = { ...(running && host.addressExtra), ...nested }
  const isToml = place?.file.endsWith('.toml')
  io.write(isToml ? renderToml({ path, value }) : `${JSON.stringify(json, null, 2)}\n`)
  const file = place ? printable(fromAnywhere(place.file, home)) : "your host's list of MCP servers"
  io.talk(`Add this to ${file}.\n`)
  if (running) {
    io.talk(`The server must be running: ${running.command.map(shellWord).join(' ')}\n`)
    io.talk(`To set its token: export ${running.tokenFrom}="$(cat ${shellWord(running.tokenFile)})"\n`)
  } else if (server.isLocal) io.talk(localNotice)
}

function addressOf(hostName: string, running: RunningServer): object {
  const value = hostOf(hostName).address?.(running)
  if (value) return value
  const able = printableHosts.filter((name) => hostOf(name).address !== undefined)
  throw new UsageError(
    `${hostName} cannot connect to a URL. 'recallite connect --print ${hostName}' prints an entry that starts a server. Hosts with URLs: ${able.join(', ')}.`,
  )
}
