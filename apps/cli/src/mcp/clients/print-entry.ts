import { UsageError, type Io } from '@recallite/command-line'
import { shellWord } from '../../shell-word.js'
import type { Flags } from '../../flags/flags.js'
import { clientNames, clientOf, type Client } from './client-table.js'
import { launchOf, servingArguments, type Program } from './launch-of.js'

function addressEntry(
  name: string,
  { address }: Client,
  { url, flags }: { url: string; flags: Flags },
): string {
  if (address) return address({ url, tokenVariable: flags.tokenFromEnv })
  const able = clientNames.filter((each) => clientOf(each)?.address !== undefined)
  throw new UsageError(
    `${name} knows no addresses of servers: leave out --http, and it starts one for itself. With --http: ${able.join(', ')}.`,
  )
}

function serverCommand(flags: Flags): string {
  const port = flags.port === undefined ? [] : ['--port', String(flags.port)]
  const token = flags.tokenFromEnv === undefined ? [] : ['--token-from-env', flags.tokenFromEnv]
  return ['recallite', 'mcp', '--http', ...port, ...token, ...servingArguments(flags)]
    .map(shellWord)
    .join(' ')
}

/**
 * Prints the entry that makes a client use this server.
 * @throws UsageError where the client is not known, or knows no addresses
 */
export function printEntry(
  name: string,
  { flags, program, url }: { flags: Flags; program: Program; url: string },
  io: Io,
): void {
  const client = clientOf(name)
  if (!client) throw new UsageError(`--config ${name}: there are ${clientNames.join(', ')}.`)
  if (flags.http) {
    io.write(addressEntry(name, client, { url, flags }))
    io.talk(`This belongs into ${client.place}. The server has to run: ${serverCommand(flags)}\n`)
    return
  }
  io.write(client.launch(launchOf(flags, program)))
  io.talk(`This belongs into ${client.place}.\n`)
}
