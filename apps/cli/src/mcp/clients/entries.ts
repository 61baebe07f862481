import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { shellWord, UsageError, type Io } from '@recallite/command-line'
import { innerPath, realPathOf } from '@recallite/core/sources'
import type { Flags } from '../../flags/flags.js'
import { withoutPassword } from '@recallite/settings'
import { clientNames, clientOf, type Address } from './client-table.js'

/** Prints the entry that has a client start this server itself, and on stderr where it goes. */
export function printLaunch(name: string, options: { flags: Flags; program: Program }, io: Io): void {
  const { location, launch: print, addLaunch } = clientOf(name)
  const { launch, isLocal } = launchOf(options.flags, options.program)
  const entry = entryName(options.flags)
  io.write(print(launch, entry))
  io.talk(describeWhere(location, addLaunch?.(launch, entry)))
  if (isLocal) {
    io.talk(
      'This program is no installed package, so the entry names its files and works on this machine only. After npm install --global recallite it will name the program.\n',
    )
  }
}

/**
 * Prints the entry that has a client use a server that runs, and on stderr where it goes and what has to run.
 * @param options `command`: the words of the command that runs the server; `tokenFile`: the file of its token
 * @throws UsageError if the client knows no addresses
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
      `${name} knows no addresses of servers: 'recallite mcp --config ${name}' makes it start one for itself. With an address: ${able.join(', ')}.`,
    )
  }
  const entry = entryName(options.flags)
  io.write(print(options.address, entry))
  io.talk(describeWhere(location, addAddress?.(options.address, entry)))
  io.talk(`The server has to run: ${options.command.map(shellWord).join(' ')}\n`)
  const { address, tokenFile } = options
  io.talk(`Its token comes from its file: export ${address.tokenFrom}="$(cat ${shellWord(tokenFile)})"\n`)
}

/** A client can have an entry for a project and one for the user's own memory. */
const entryName = ({ scope }: Flags): string => (scope === 'user' ? 'recallite-user' : 'recallite')

function describeWhere(location: string, command: string | undefined): string {
  const instead = command === undefined ? '' : `Or run instead: ${command}\n`
  return `This goes into ${location}.\n${instead}`
}

/** The running program, as far as an entry says how to start it. */
export interface Program {
  readonly node: string
  readonly script: string
  /** The variable PATH. */
  readonly searchPath: string
  readonly home: string
}

/**
 * Starts the installed program by its name, else by npx, which looks for it in the folder where the client runs, then downloads it
 * (`recallite setup` installs providers where any copy finds them); a program that is no installed package (a checkout) by its files.
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

/** Whether shells know a command. What npm and npx add to the path for one run does not count. */
function isCommand(name: string, searchPath: string): boolean {
  const folders = searchPath
    .split(delimiter)
    .filter((folder) => !/node_modules[/\\]\.bin[/\\]?$/u.test(folder))
  return folders.some(
    (folder) => isAbsolute(folder) && ['', '.cmd'].some((end) => existsSync(join(folder, name + end))),
  )
}

/** The flags that say what is served. Files are named so that they are found from any folder, where a client may start the server. */
export function servingArguments({ db, settings, model, offline, ...flags }: Flags, home: string): string[] {
  const given = argumentsOf({
    '--db': db === undefined || db === ':memory:' ? db : fromAnywhere(db, home),
    '--store': flags.store === undefined ? undefined : withoutPassword(flags.store),
    '--agent': flags.agent,
    '--scope': flags.scope,
    '--settings': settings && resolve(settings),
    '--model': model && existsSync(model) ? fromAnywhere(model, home) : model,
    '--provider': flags.provider,
    '--channel': flags.channel,
  })
  return offline ? [...given, '--offline'] : given
}

/** Flags with their values, without those that have none. */
export function argumentsOf(flags: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
}

/** A path below the home folder begins with `~/`, so that the entry names no user. */
function fromAnywhere(path: string, home: string): string {
  if (path.startsWith('~')) return path
  const inside = innerPath(resolve(path), home)
  return inside ? `~/${inside}` : resolve(path)
}
