import { type Io, printable, shellWord, UsageError } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { renderToml } from './edit-toml.js'
import { type Address, type Host, printableHost, printableHosts } from './host-table.js'
import { fromAnywhere, launchOf, type Program } from './launch.js'
import type { Places } from './places.js'

/** The folders of hosts and how this program was started. */
export interface PrintContext {
  readonly flags: Flags
  readonly program: Program
  readonly places: Places
}

/** Prints an entry for a host that starts this server, and on stderr where to put it. */
export function printLaunch(hostName: string, { flags, program, places }: PrintContext, io: Io): void {
  const { host, location } = printableHost(hostName, places)
  const { launch, name, isLocal } = launchOf(flags, program)
  io.write(renderEntry(host, { name, value: host.launch(launch) }))
  io.talk(`Add this to ${printable(fromHome(location, program.home))}.\n`)
  if (isLocal) io.talk(localNotice)
}

/** Why an entry works only here. */
export const localNotice =
  'This program is not an installed package, so the entry names its files and works only on this machine. After npm install --global recallite it starts the program by name.\n'

/**
 * Prints an entry for a host that uses a running server, and on stderr where to put it and what must run.
 * @param server `command`: the words of the command that runs it; `tokenFile`: the file with its token
 * @throws UsageError if the host supports no URLs
 */
export function printAddress(
  hostName: string,
  { flags, program, places }: PrintContext,
  { address, command, tokenFile, io }: {
    readonly address: Address
    readonly command: readonly string[]
    readonly tokenFile: string
    readonly io: Io
  },
): void {
  const { host, location } = printableHost(hostName, places)
  if (!host.address) {
    const able = printableHosts.filter((each) => printableHost(each, places).host.address !== undefined)
    throw new UsageError(
      `${hostName} cannot connect to a URL. 'recallite connect --print ${hostName}' prints an entry that starts a server. Hosts with URLs: ${able.join(', ')}.`,
    )
  }
  const { name } = launchOf(flags, program)
  io.write(renderEntry(host, { name, value: host.address(address), extra: host.addressExtra }))
  io.talk(`Add this to ${printable(fromHome(location, program.home))}.\n`)
  io.talk(`The server must be running: ${command.map(shellWord).join(' ')}\n`)
  io.talk(`To set its token: export ${address.tokenFrom}="$(cat ${shellWord(tokenFile)})"\n`)
}

/** A path for people: in the home folder it begins with `~/`. */
export const fromHome = (path: string, home: string): string => (/^[~/\\]|^\w:/u.test(path) ? fromAnywhere(path, home) : path)

/** An entry with everything around it, as in the host's file. */
function renderEntry(
  { section, isToml = false }: Host,
  { name, value, extra }: { readonly name: string; readonly value: object; readonly extra?: object | undefined },
): string {
  const path = [...section, name]
  if (isToml) return renderToml({ path, value })
  const nested = path.reduceRight<object>((inner, key) => ({ [key]: inner }), value)
  return `${JSON.stringify({ ...extra, ...nested }, null, 2)}\n`
}
