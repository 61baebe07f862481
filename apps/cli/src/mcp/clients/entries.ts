import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { shellWord, UsageError, type Io } from '@recallite/command-line'
import { innerPath, realPathOf } from '@recallite/core/sources'
import type { Flags } from '../../flags/flags.js'
import { withoutPassword } from '@recallite/settings'
import { clientNames, clientOf, type Address } from './client-table.js'

/** Prints an entry for a client that starts this server, and on stderr where to put it. */
export function printLaunch(name: string, options: { flags: Flags; program: Program }, io: Io): void {
  const { location, launch: print, addLaunch } = clientOf(name)
  const { launch, isLocal } = launchOf(options.flags, options.program)
  const entry = entryName(options.flags)
  io.write(print(launch, entry))
  io.talk(describeWhere(location, addLaunch?.(launch, entry)))
  if (isLocal)
    io.talk(
      'This program is not an installed package, so the entry names its files and works only on this machine. After npm install --global recallite it starts the program by name.\n',
    )
}

/**
 * Prints an entry for a client that uses a running server, and on stderr where to put it and what must run.
 * @param options `command`: the words of the command that runs the server; `tokenFile`: the file with its token
 * @throws UsageError if the client supports no URLs
 */
export function printAddress(
  name: string,
  options: { address: Address; flags: Flags; command: readonly string[]; tokenFile: string },
  io: Io,
): void {
  const { location, address: print, addAddress } = clientOf(name)
  if (!print) {
    const able = clientNames.filter((each) => clientOf(each).address !== undefined)
    throw new UsageError(
      `${name} cannot connect to a URL. 'recallite mcp --config ${name}' prints an entry that starts a server. Clients with URLs: ${able.join(', ')}.`,
    )
  }
  const entry = entryName(options.flags)
  io.write(print(options.address, entry))
  io.talk(describeWhere(location, addAddress?.(options.address, entry)))
  io.talk(`The server must be running: ${options.command.map(shellWord).join(' ')}\n`)
  io.talk(`To set its token: export ${options.address.tokenFrom}="$(cat ${shellWord(options.tokenFile)})"\n`)
}

/** Different names, because a client can have entries for a project and for the user's memory. */
const entryName = ({ scope }: Flags): string => (scope === 'user' ? 'recallite-user' : 'recallite')

function describeWhere(location: string, command: string | undefined): string {
  const instead = command === undefined ? '' : `Or run instead: ${command}\n`
  return `Add this to ${location}.\n${instead}`
}

/** How the running program was started. */
export interface Program {
  readonly node: string
  readonly script: string
  /** The variable PATH. */
  readonly searchPath: string
  readonly home: string
}

/**
 * Starts an installed program by its name, or by npx if it is not on the PATH (npx uses the copy in the client's folder or downloads
 * one; every copy finds the providers that `recallite setup` installs). Starts a checkout by its files.
 */
function launchOf(flags: Flags, program: Program) {
  const args = ['mcp', ...servingArguments(flags, program.home)]
  const { node, script, searchPath } = program
  const file = realPathOf(script) ?? resolve(script)
  if (!/[/\\]node_modules[/\\]recallite[/\\]/u.test(file)) {
    return { launch: { command: node, args: [file, ...args] }, isLocal: true }
  }
  if (isCommand('recallite', searchPath)) return { launch: { command: 'recallite', args }, isLocal: false }
  return { launch: { command: 'npx', args: ['-y', 'recallite', ...args] }, isLocal: false }
}

/** Whether a command is on the PATH, apart from the folders that npm and npx add for one run. */
function isCommand(name: string, searchPath: string): boolean {
  const folders = searchPath
    .split(delimiter)
    .filter((folder) => !/node_modules[/\\]\.bin[/\\]?$/u.test(folder))
  return folders.some(
    (folder) => isAbsolute(folder) && ['', '.cmd'].some((end) => existsSync(join(folder, name + end))),
  )
}

/** The flags that choose what is served. Paths are absolute, because a client may start the server in any folder. */
export function servingArguments({ db, settings, model, offline, ...flags }: Flags, home: string): string[] {
  const named = argumentsOf({
    '--db': db === undefined || db === ':memory:' ? db : fromAnywhere(db, home),
    '--store': flags.store === undefined ? undefined : withoutPassword(flags.store),
    '--agent': flags.agent,
    '--scope': flags.scope,
    '--settings': settings && resolve(settings),
    '--model': model && existsSync(model) ? fromAnywhere(model, home) : model,
    '--provider': flags.provider,
    '--channel': flags.channel,
  })
  return offline ? [...named, '--offline'] : named
}

/** Flags with their values; omits those without a value. */
export function argumentsOf(flags: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
}

/** An absolute path; in the home folder it begins with `~/`, so that the entry names no user. */
function fromAnywhere(path: string, home: string): string {
  if (path.startsWith('~')) return path
  const inside = innerPath(resolve(path), home)
  return inside ? `~/${inside}` : resolve(path)
}
