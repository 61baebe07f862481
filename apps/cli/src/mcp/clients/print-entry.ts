import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError, type Io } from '@recallite/command-line'
import { shellWord } from '../../shell-word.js'
import type { Flags } from '../../flags/flags.js'
import { clientNames, clientOf, type Client, type Launch } from './client-table.js'

/** The program that runs now: node, and the script that it runs. */
interface Program {
  readonly node: string
  readonly script: string
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
    io.talk(`This goes into ${client.place}. The server has to run: ${serverCommand(flags)}\n`)
    return
  }
  io.write(client.launch(launchOf(flags, program)))
  io.talk(`This goes into ${client.place}.\n`)
}

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

function servingArguments({
  db,
  agent,
  scope,
  settings,
  model,
  provider,
  offline,
  channel,
}: Flags): string[] {
  const given: [string, string | undefined][] = [
    ['--db', db === undefined ? undefined : absolute(db)],
    ['--agent', agent],
    ['--scope', scope],
    ['--settings', settings === undefined ? undefined : resolve(settings)],
    ['--model', model === undefined ? undefined : modelArgument(model)],
    ['--provider', provider],
    ['--channel', channel],
  ]
  const pairs = given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
  return offline ? [...pairs, '--offline'] : pairs
}

/** A client may start the server in any folder. */
function absolute(path: string): string {
  return path === ':memory:' ? path : resolve(path)
}

function modelArgument(model: string): string {
  return existsSync(model) ? resolve(model) : model
}

/** With this very program; by npx where npx keeps the program only for now. */
function launchOf(flags: Flags, { node, script }: Program): Launch {
  const args = ['mcp', ...servingArguments(flags)]
  const isPassing = /[/\\]_npx[/\\]/u.test(script)
  if (isPassing) return { command: 'npx', args: ['-y', 'recallite', ...args] }
  return { command: node, args: [resolve(script), ...args] }
}
