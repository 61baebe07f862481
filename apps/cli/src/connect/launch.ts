import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { shellWord } from '@recallite/command-line'
import { innerPath, realPathOf } from '@recallite/core/sources'
import { withoutPassword } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'

/** How the running program was started. */
export interface Program {
  readonly node: string
  readonly script: string
  /** The variable PATH. */
  readonly searchPath: string
  readonly home: string
}

/** How hosts start this program. */
export type ServerLaunch = ReturnType<typeof launchOf>

/**
 * Starts an installed program by its name, or by npx if it is not on the PATH (npx uses the copy in the host's folder or downloads
 * one; every copy finds the providers that `recallite setup` installs). Starts a checkout by its files.
 * @returns `name` of the entry; `hookCommand`: the command line of a hook such as `hook prompt`, undefined by npx, which is too slow
 */
export function launchOf({ channel, ...flags }: Flags, { node, script, searchPath, home }: Program) {
  const file = realPathOf(script) ?? resolve(script)
  const isLocal = !/[/\\]node_modules[/\\]recallite[/\\]/u.test(file)
  const byNpx = !isLocal && !isCommand('recallite', searchPath)
  const [command, ...before] = isLocal
    ? ([node, file] as const)
    : byNpx
      ? (['npx', '-y', 'recallite'] as const)
      : (['recallite'] as const)
  const memory = servingArguments(flags, home)
  return {
    // Different names, because a host can have entries for a project and for the user's memory.
    name: flags.scope === 'user' ? 'recallite-user' : 'recallite',
    launch: { command, args: [...before, 'mcp', ...memory, ...argumentsOf({ '--channel': channel })] },
    hookCommand: byNpx
      ? undefined
      : (hook: string) => [command, ...before, ...hook.split(' '), ...memory].map(shellWord).join(' '),
    isLocal,
  }
}

/** Whether a command is on the PATH, apart from the folders that npm and npx add for one run. */
export function isCommand(name: string, searchPath: string): boolean {
  const folders = searchPath
    .split(delimiter)
    .filter((folder) => !/node_modules[/\\]\.bin[/\\]?$/u.test(folder))
  return folders.some(
    (folder) =>
      isAbsolute(folder) && ['', '.cmd', '.exe'].some((end) => existsSync(join(folder, name + end))),
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
