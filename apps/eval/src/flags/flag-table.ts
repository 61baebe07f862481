import { parseNumber, type Flag } from '@recallite/command-line'
import { strategyNames } from '@recallite/fusion'
import type { Flags } from './flags.js'
import { parseLimit, parseNames } from './parse-values.js'

/** For running suites. */
export const runFlags: readonly Flag<Flags>[] = [
  {
    name: 'model',
    syntax: '--model <file>',
    help: 'GGUF embedding model; without it only words are searched',
  },
  {
    name: 'provider',
    syntax: '--provider <name>',
    help: 'where texts are embedded: local, none (words only), or auto (local if there is a model)',
    choices: ['local', 'none', 'auto'],
  },
  {
    name: 'strategies',
    syntax: '--strategies <names>',
    help: `fusions to compare, with commas between (default: ${strategyNames().join(',')}); keyword and vector alone are always there`,
    parse: parseNames,
  },
  {
    name: 'limit',
    syntax: '--limit <number>',
    help: 'chunks asked for, 1 to 100; a document ranks by its first (default: 30)',
    parse: parseLimit,
  },
  {
    name: 'minScore',
    syntax: '--min-score <number>',
    help: 'evidence below which results are left out (default: 0; openclaw-2026.2 keeps its own)',
    parse: parseNumber,
  },
  { name: 'json', syntax: '--json', help: 'print JSON' },
  {
    name: 'work',
    syntax: '--work <folder>',
    help: 'keep files and index there, so that the next run embeds only what is new (default: a temporary folder)',
  },
]
