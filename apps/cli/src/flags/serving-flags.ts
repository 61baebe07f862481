import { InvalidArgumentError, type Flag } from '@recallite/command-line'
import { clientNames } from '../mcp/clients/client-table.js'
import { parseDuration } from '@recallite/settings'
import type { Flags } from './flags.js'
import { flag, grouped } from './flags.js'

/** Where `serve` listens unless it is told otherwise. */
export const usualPort = 7787

interface Shared {
  readonly memoryFlags: readonly Flag<Flags>[]
  readonly modelFlags: readonly Flag<Flags>[]
}

/** The flags of the commands that agents ask, by command. */
export function servingFlags({ memoryFlags, modelFlags }: Shared) {
  const shared: readonly Flag<Flags>[] = [
    flag(
      'channel <kind>',
      'who reads the answers: one person (direct, the default) or several (shared); for several, sources are left out unless the setting citations is on',
      { choices: ['direct', 'shared'] },
    ),
    ...grouped('Which memory:', [
      ...memoryFlags,
      flag(
        'settings <file>',
        'workspace settings file, which other commands call --config (default: the nearest .recallite.yaml, .yml or .json in this folder or one around it)',
      ),
    ]),
    ...modelFlags,
  ]
  return {
    mcp: [
      flag(
        'config <client>',
        'print the entry that makes a client use this server, and exit; other flags become part of the entry',
        { choices: clientNames },
      ),
      ...shared,
    ],
    serve: [
      flag(
        'port <number>',
        `port of the HTTP server; 0: any free port; none: no port, so that only this program's other commands can ask (default: ${usualPort})`,
        { parse: parsePort },
      ),
      flag(
        'idle <time>',
        'end after this time without a request, such as 15m (default: stay until it is stopped)',
        { parse: parseIdle },
      ),
      flag('stop', 'end the program that serves this memory'),
      flag('config <client>', 'print the entry that makes a client use this server over HTTP, and exit', {
        choices: clientNames,
      }),
      ...shared,
    ],
  }
}

function parsePort(text: string): number | 'none' {
  if (text === 'none') return text
  const port = /^\d+$/u.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new InvalidArgumentError('Give a port from 0 to 65535, where 0 means any that is free, or none.')
}

function parseIdle(text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds >= 1000) return milliseconds
  throw new InvalidArgumentError('Give a length of time from 1s on, such as 90s, 15m or 2h.')
}
