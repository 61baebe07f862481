import { type Flag, flag, InvalidArgumentError, numberIn } from '@recallite/command-line'
import { type HostName, hostNames, isHostName, printableHosts } from '../connect/host-table.js'
import { recordFlags } from './record-flags.js'
import { searchFlags, whyFlags } from './search-flags.js'
import {
  databaseFlags,
  jsonFlag,
  modelFlags,
  plainModelFlags,
  settingsFlag,
  whichMemory,
} from './shared-flags.js'

/** The port of `serve` without `--port`. */
export const defaultPort = 7787

const parsePort = numberIn({ min: 0, max: 65_535, isWhole: true })

const servingFlags = [
  flag(
    'channel <kind>',
    'who reads the answers: one person (direct, the default) or several (shared); shared answers omit sources unless the setting citations is on',
    { choices: ['direct', 'shared'] },
  ),
  ...whichMemory,
  ...modelFlags,
]

/** The flags of each command. */
export const commandFlags = {
  index: [
    ...plainModelFlags,
    flag(
      'dryRun',
      'print how many files, texts and tokens would be embedded and where, without writing or sending anything',
    ),
    flag(
      'batch',
      'embed texts with batch jobs of OpenAI or Gemini: cheaper, takes up to hours, can be stopped and resumed',
    ),
    flag('strict', 'exit with 3 if a text was skipped or has no vector'),
    ...databaseFlags,
  ],
  optimise: [
    flag('dropUnused', 'remove all vectors of deleted texts, regardless of store.keepUnusedVectors'),
    flag('sql', 'add tables for full-text search by any SQLite client, which are then kept up to date'),
    ...databaseFlags,
  ],
  search: [...searchFlags, ...whichMemory, ...modelFlags],
  why: [...whyFlags, ...whichMemory, ...modelFlags],
  doctor: [
    flag('deep', 'compare every stored byte with its checksum, and every document with its file'),
    flag(
      'repair',
      'rebuild a damaged index from its files, with its folders and undamaged vectors, and restore damaged records; implies --deep',
    ),
    ...databaseFlags,
    ...modelFlags,
  ],
  copy: [
    flag('from <store>', 'database file or server address to copy from'),
    flag('to <store>', 'database file or server address to copy to; created if missing'),
    jsonFlag,
  ],
  backup: [flag('force', 'replace the file if it exists'), ...databaseFlags],
  trust: [
    flag('list', 'print the folders that are trusted'),
    flag('remove', 'stop trusting the folder'),
    jsonFlag,
  ],
  setup: [
    flag(
      'model <name>',
      "embedding model: a name for models pull, the path of a file, or the service's name for it (default: e5-small-v2, 35 MB, for English)",
    ),
    flag('provider <name>', 'where texts are embedded (default: the fastest here)', {
      choices: ['local', 'onnx', 'ollama', 'openai', 'gemini'],
    }),
    flag(
      'rerank',
      'install a reranker instead, measure its seconds per query, and turn it on; the word names it (default: ms-marco-MiniLM-L-6-v2, for English)',
    ),
    flag('sha256 <hex>', 'the checksum that a downloaded model must have', { parse: parseChecksum }),
    flag('yes', 'do not ask for confirmation'),
    ...whichMemory,
  ],
  models: [
    flag('sha256 <hex>', 'pull: the checksum that the file must have', { parse: parseChecksum }),
    flag('agent <id>', 'use the settings of this agent (default: main)'),
    settingsFlag,
    jsonFlag,
  ],
  ...recordFlags,
  hook: [flag('explain', 'print on stderr why nothing is added'), ...whichMemory, ...modelFlags],
  mcp: servingFlags,
  connect: [
    flag('only <hosts>', `connect only these hosts, comma-separated: ${hostNames.join(', ')}`, {
      parse: parseHosts,
    }),
    flag('dryRun', 'print what would be written or removed, and change nothing'),
    flag('undo', 'remove what connect wrote; entries that were changed since stay'),
    flag(
      'transcripts',
      'instead of connecting hosts, list the conversations that agents wrote on this machine, and index them without secrets',
    ),
    flag('yes', 'do not ask for confirmation'),
    flag('print <host>', 'print the entry for a host, and where it belongs, instead of writing it', {
      choices: printableHosts,
    }),
    flag('url', 'with --print: an entry that uses a running recallite serve'),
    flag('port <number>', `with --url: the port of recallite serve (default: ${defaultPort})`, {
      parse: parsePort,
    }),
    ...servingFlags,
  ],
  uninstall: [
    flag('records', 'also remove records, which are the only copy of what agents remembered'),
    flag('dryRun', 'print what would be removed, and change nothing'),
    flag('yes', 'do not ask for confirmation'),
  ],
  ui: [
    flag('noOpen', 'print the link without opening the browser'),
    portFlag(`${defaultPort}, or any free one if that is in use`),
    ...whichMemory,
    ...modelFlags,
  ],
  serve: [
    portFlag(`${defaultPort}`),
    flag('stop', 'end the program that serves this memory'),
    ...servingFlags,
  ],
} satisfies Readonly<Record<string, readonly Flag[]>>

function parseChecksum(text: string): string {
  if (/^[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('Give 64 hexadecimal digits.')
}

function parseHosts(text: string): HostName[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.every(isHostName)) return names
  throw new InvalidArgumentError(`Give names of these: ${hostNames.join(', ')}.`)
}

function portFlag(defaultText: string) {
  const help = `port of the HTTP server; 0: any free port (default: ${defaultText})`
  return flag('port <number>', help, { parse: parsePort })
}
