import { InvalidArgumentError, type Flag } from '@recallite/command-line'
import { settingsFlags } from '../flags/flag-table.js'
import type { Flags } from '../flags/flags.js'

function parseChecksum(text: string): string {
  if (/^[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('A sha256 has 64 digits 0 to 9 and a to f.')
}

/** For the command about model files. */
export const modelsFlags: readonly Flag<Flags>[] = [
  {
    name: 'sha256',
    syntax: '--sha256 <hex>',
    help: 'pull: the checksum that the file must have',
    parse: parseChecksum,
  },
  {
    name: 'offline',
    syntax: '--offline',
    help: 'pull: never use the network; fails unless the model is there',
  },
  { name: 'agent', syntax: '--agent <id>', help: 'whose settings (default: main)' },
  ...settingsFlags,
  { name: 'json', syntax: '--json', help: 'print JSON' },
]
