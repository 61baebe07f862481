import { UsageError, type Io, shellWord } from '@recallite/command-line'
import type { Flags } from '../../flags/flags.js'
import { clientNames, clientOf, type Address, type Client } from './client-table.js'
import { launchOf, type Program } from './launch.js'

/**
 * Prints the entry that has a client start this server itself, and on stderr where it goes.
 * @throws UsageError if the client is unknown
 */
export function printLaunch(name: string, options: { flags: Flags; program: Program }, io: Io): void {
  const { location, launch: print, addLaunch } = knownClient(name)
  const { launch, isLocal } = launchOf(options.flags, options.program)
  io.write(print(launch))
  io.talk(describeWhere(location, addLaunch?.(launch)))
  if (isLocal) {
    io.talk(
      'This program is no installed package, so the entry names its files and works on this machine only. After npm install --global recallite it will name the program.\n',
    )
  }
}

/**
 * Prints the entry that has a client use a server that runs, and on stderr where it goes and what has to run.
 * @param options `command`: the words of the command that runs the server; `tokenFile`: the file of its token
 * @throws UsageError if the client is unknown, or knows no addresses
 */
export function printAddress(
  name: string,
  options: { address: Address; command: readonly string[]; tokenFile: string },
  io: Io,
): void {
  const { location, address: print, addAddress } = knownClient(name)
  if (!print) {
    const able = clientNames.filter((each) => clientOf(each)?.address !== undefined)
    throw new UsageError(
      `${name} knows no addresses of servers: 'recallite mcp --config ${name}' makes it start one for itself. With an address: ${able.join(', ')}.`,
    )
  }
  io.write(print(options.address))
  io.talk(describeWhere(location, addAddress?.(options.address)))
  io.talk(`The server has to run: ${options.command.map(shellWord).join(' ')}\n`)
  const { address, tokenFile } = options
  io.talk(`Its token comes from its file: export ${address.tokenFrom}="$(cat ${shellWord(tokenFile)})"\n`)
}

function knownClient(name: string): Client {
  const client = clientOf(name)
  if (!client) throw new UsageError(`--config ${name}: there are ${clientNames.join(', ')}.`)
  return client
}

function describeWhere(location: string, command: string | undefined): string {
  const instead = command === undefined ? '' : `Or run instead: ${command}\n`
  return `This goes into ${location}.\n${instead}`
}
