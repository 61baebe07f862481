import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError, type Io } from '@recallite/command-line'
import { shellWord } from '../../shell-word.js'
import type { Flags } from '../../flags/flags.js'
import { clientNames, clientOf, type Client, type Launch } from './client-table.js'

/**
 * Prints the entry that makes a client use this server.
 * @param options `program`: node, and the script that it runs
 * @throws UsageError if the client is unknown
 */
export function printEntry(
  name: string,
  options: { flags: Flags; program: { node: string; script: string } },
  io: Io,
): void {
  const { flags, program } = options
  const { location, launch } = knownClient(name)
  io.write(launch(launchOf(flags, program)))
  io.talk(`This goes into ${location}.\n`)
}

/** Where a server runs, and the file of the token that it asks for. */
export interface ServerAddress {
  readonly url: string
  readonly tokenFile: string
}

/** The variable that entries take the token from: the token itself belongs into no settings of clients. */
const tokenVariable = 'RECALLITE_TOKEN'

/**
 * Prints the entry that makes a client use a server that runs already.
 * @throws UsageError if the client is unknown, or knows no addresses
 */
export function printAddressEntry(
  name: string,
  { flags, url, tokenFile }: ServerAddress & { readonly flags: Flags },
  io: Io,
): void {
  const { location, address } = knownClient(name)
  if (!address) {
    const able = clientNames.filter((each) => clientOf(each)?.address !== undefined)
    throw new UsageError(
      `${name} knows no addresses of servers: 'recallite mcp --config ${name}' makes it start one for itself. With an address: ${able.join(', ')}.`,
    )
  }
  io.write(address({ url, tokenVariable }))
  const own = argumentsOf({ '--port': flags.port?.toString() })
  const command = ['recallite', 'serve', ...own, ...servingArguments(flags)].map(shellWord).join(' ')
  io.talk(`This goes into ${location}. The server has to run: ${command}\n`)
  io.talk(
    `The client needs the token of ${tokenFile}: export ${tokenVariable}="$(cat ${shellWord(tokenFile)})"\n`,
  )
}

function knownClient(name: string): Client {
  const client = clientOf(name)
  if (!client) throw new UsageError(`--config ${name}: there are ${clientNames.join(', ')}.`)
  return client
}

function argumentsOf(flags: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
}

/** With absolute paths: a client may start the server in any folder. */
export function servingArguments({ db, settings, model, offline, ...flags }: Flags): string[] {
  const given = argumentsOf({
    '--db': db === undefined || db === ':memory:' ? db : resolve(db),
    '--agent': flags.agent,
    '--scope': flags.scope,
    '--settings': settings && resolve(settings),
    '--model': model && existsSync(model) ? resolve(model) : model,
    '--provider': flags.provider,
    '--channel': flags.channel,
  })
  return offline ? [...given, '--offline'] : given
}

/** By the running program; by npx if npx keeps the program in its cache. */
function launchOf(flags: Flags, { node, script }: { node: string; script: string }): Launch {
  const args = ['mcp', ...servingArguments(flags)]
  if (/[/\\]_npx[/\\]/u.test(script)) return { command: 'npx', args: ['-y', 'recallite', ...args] }
  return { command: node, args: [resolve(script), ...args] }
}
