import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Flags } from '../../flags/flags.js'
import type { Launch } from './client-table.js'

/** The program that runs now: node, and the script that it runs. */
export interface Program {
  readonly node: string
  readonly script: string
}

/** A client starts the server wherever it likes, so that a path must not depend on where that is. */
function absolute(path: string): string {
  return path === ':memory:' ? path : resolve(path)
}

function modelArgument(model: string): string {
  return existsSync(model) ? resolve(model) : model
}

/** The flags that say what is served, as the client must give them. */
export function servingArguments({
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

/** How to start the server of these flags: with this very program, or by npx where npx keeps it only for now. */
export function launchOf(flags: Flags, { node, script }: Program): Launch {
  const args = ['mcp', ...servingArguments(flags)]
  const isPassing = /[/\\]_npx[/\\]/u.test(script)
  if (isPassing) return { command: 'npx', args: ['-y', 'recallite', ...args] }
  return { command: node, args: [resolve(script), ...args] }
}
