import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { shellWord } from '@recallite/command-line'
import { innerPath, realPathOf } from '@recallite/core/sources'
import { withoutPassword } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import type { Launch } from './host-table.js'

/** How the running program was started. */
export interface Program {
  readonly node: string
  readonly script: string
  /** The variable PATH. */
  readonly searchPath: string
  readonly home: string
}

/** `isLocal`: whether it names files of this machine; `byNpx`: whether npx starts the program, which takes seconds. */
export interface ServerLaunch {
  readonly name: string
  readonly launch: Launch
  /** The command line of a hook, such as `hook prompt`. */
  readonly hookCommand: (hook: string) => string
  readonly isLocal: boolean
  readonly byNpx: boolean
}

/**
 * Starts an installed program by its name, or by npx if it is not on the PATH (npx uses the copy in the host's folder or downloads
 * one; every copy finds the providers that `recallite setup` installs). Starts a checkout by its files.
 */
export function launchOf(flags: Flags, program: Program): ServerLaunch {
  const { channel: _channel, ...memoryFlags } = flags
  const { node, script, searchPath, home } = program
  const file = realPathOf(script) ?? resolve(script)
  const isLocal = !/[/\\]node_modules[/\\]recallite[/\\]/u.test(file)
  const byNpx = !isLocal && !isCommand('recallite', searchPath)
  const start = isLocal ? [node, file] : byNpx ? ['npx', '-y', 'recallite'] : ['recallite']
  const [command = node, ...before] = start
  const hookWords = (hook: string) => [...start, ...hook.split(' '), ...servingArguments(memoryFlags, home)]
  return {
    // Different names, because a host can have entries for a project and for the user's memory.
    name: flags.scope === 'user' ? 'recallite-user' : 'recallite',
    launch: { command, args: [...before, 'mcp', ...servingArguments(flags, home)] },
    hookCommand: (hook) => hookWords(hook).map(shellWord).join(' '),
    isLocal,
    byNpx,
  }
}

/** Whether a command is on the PATH, apart from the folders that npm and npx add for one run. */
export function isCommand(name: string, searchPath: string): boolean {
  const folders = searchPath
    .split(delimiter)
    .filter((folder) => !/node_modules[/\\]\.bin[/\\]?$/u.test(folder))
  return folders.some(
    (folder) => isAbsolute(folder) && ['', '.cmd', '.exe'].some((end) => existsSync(join(folder, name + end))),
  )
}

/** The flags that choose what is served. Paths are absolute, because a host may start the server in any folder. */
export function servingArguments({ db, config, model, offline, ...flags }: Flags, home: string): string[] {
  const named = argumentsOf({
    '--db': db === undefined || db === ':memory:' ? db : fromAnywhere(db, home),
    '--store': flags.store === undefined ? undefined : withoutPassword(flags.store),
    '--agent': flags.agent,
    '--scope': flags.scope,
    '--config': config && resolve(config),
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
export function fromAnywhere(path: string, home: string): string {
  if (path.startsWith('~')) return path
  const inside = innerPath(resolve(path), home)
  return inside ? `~/${inside}` : resolve(path)
}
