import { InvalidArgumentError, parseNumber, type Flag } from '@recallite/command-line'
import { flag, memoryFlags, modelFlags } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'
import { clientNames } from './clients/client-table.js'

/** Where the server listens unless it is told otherwise. */
export const usualPort = 7787

/** For the command that serves agents. */
export const mcpFlags: readonly Flag<Flags>[] = [
  flag(
    'config <client>',
    'print the entry that makes a client use this server, and exit; other flags become part of the entry',
    { choices: clientNames },
  ),
  flag(
    'http',
    'serve many clients at once over streamable HTTP at http://127.0.0.1:PORT/mcp: the clients share one index and one loaded model; over stdio each client loads its own',
  ),
  flag('port <number>', `port of --http; 0: any free port (default: ${usualPort})`, { parse: parsePort }),
  flag(
    'tokenFromEnv <variable>',
    'with --http: accept only clients that send `Authorization: Bearer` with the value of this variable',
  ),
  flag(
    'channel <kind>',
    'who reads the answers: one person (direct, the default) or several (shared); for several, sources are left out unless the setting citations is on',
    { choices: ['direct', 'shared'] },
  ),
  ...memoryFlags,
  flag(
    'settings <file>',
    'workspace settings file, which other commands call --config (default: the nearest .recallite.yaml, .yml or .json in this folder or one around it)',
  ),
  ...modelFlags,
]

function parsePort(text: string): number {
  const port = parseNumber(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535; 0 means any that is free.')
}
