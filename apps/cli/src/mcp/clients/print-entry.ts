import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError, type Io, shellWord } from '@recallite/command-line'
import type { Flags } from '../../flags/flags.js'
import { clientNames, clientOf, type Launch } from './client-table.js'

/**
 * Prints the entry that makes a client use this server.
 * @param options `program`: node, and the script that it runs; `url`: the address of a server
 * @throws UsageError if the client is unknown, or knows no addresses
 */
export function printEntry(
  name: string,
  options: { flags: Flags; program: { node: string; script: string }; url: string },
  io: Io,
): void {
  const { flags, program, url } = options
  const client = clientOf(name)
  if (!client) throw new UsageError(`--config ${name}: there are ${clientNames.join(', ')}.`)
  const { location, launch, address } = client
  if (!flags.http) {
    io.write(launch(launchOf(flags, program)))
    io.talk(`This goes into ${location}.\n`)
    return
  }
  if (!address) {
    const able = clientNames.filter((each) => clientOf(each)?.address !== undefined)
    throw new UsageError(
      `${name} knows no addresses of servers: leave out --http, and it starts one for itself. With --http: ${able.join(', ')}.`,
    )
  }
  const { port, tokenFromEnv } = flags
  io.write(address({ url, tokenVariable: tokenFromEnv }))
  const own = argumentsOf({ '--port': port?.toString(), '--token-from-env': tokenFromEnv })
  const command = ['recallite', 'mcp', '--http', ...own, ...servingArguments(flags)].map(shellWord).join(' ')
  io.talk(`This goes into ${location}. The server has to run: ${command}\n`)
}

function argumentsOf(flags: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
}

/** With absolute paths: a client may start the server in any folder. */
function servingArguments({ db, settings, model, offline, ...flags }: Flags): string[] {
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
