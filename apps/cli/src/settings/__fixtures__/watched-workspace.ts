import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { builtCli } from '../../__fixtures__/run-cli.js'
import type { SettingsWorkspace } from './settings-workspace.js'

/** What `recallite watch --json` tells, a line each. */
export interface WatchEvent {
  readonly event: 'watching' | 'sync' | 'embed' | 'trouble'
  readonly added?: number
  readonly changed?: number
}

/** What a watching program has told so far. */
export interface WatchedWorkspace {
  readonly events: readonly WatchEvent[]
  /** Waits for as long as something is not so, at most so many milliseconds; tells whether it is so. */
  until(isSo: () => boolean, most: number): Promise<boolean>
  /** Waits until it has told nothing for some seconds: what it found at first is done then. */
  settled(): Promise<void>
}

async function until(isSo: () => boolean, most: number): Promise<boolean> {
  for (let waited = 0; waited < most && !isSo(); waited += 50) await setTimeout(50)
  return isSo()
}

/** Runs `recallite watch` while something is done; it has looked at all files once before that. */
export async function whileWatching<Result>(
  { cwd, environment }: SettingsWorkspace,
  work: (watched: WatchedWorkspace) => Promise<Result>,
): Promise<Result> {
  const child = spawn(process.execPath, [builtCli, 'watch', '--json'], {
    cwd,
    env: { ...process.env, ...environment() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const events: WatchEvent[] = []
  createInterface(child.stdout).on('line', (line) => events.push(JSON.parse(line) as WatchEvent))
  const ended = once(child, 'close')
  try {
    await until(() => events.some(({ event }) => event === 'sync') || child.exitCode !== null, 20_000)
    const settled = async () => {
      for (let told = -1; told < events.length; await setTimeout(2500)) told = events.length
    }
    return await work({ events, until, settled })
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** How many files of these kinds were read anew. */
export function countRead(events: readonly WatchEvent[]): number {
  return events.reduce((sum, { added = 0, changed = 0 }) => sum + added + changed, 0)
}
