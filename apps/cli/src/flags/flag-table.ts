import { parseCount, parseNumber, type Flag, InvalidArgumentError } from '@recallite/command-line'
import { strategyNames } from '@recallite/fusion'
import { clientNames } from '../mcp/clients/client-table.js'
import { parseDuration } from '../settings/kinds/scalars.js'
import { flagSyntax } from '../settings/setting.js'
import type { Flags } from './flags.js'

/** Where `serve` listens unless it is told otherwise. */
export const usualPort = 7787

/** @param spec the flag's name among `Flags`, and what its value is called: `limit <number>` */
function flag(
  spec: keyof Flags | `${keyof Flags} <${string}>`,
  help: string,
  more: Omit<Flag<Flags>, 'name' | 'syntax' | 'help'> = {},
): Flag<Flags> {
  const [name, value] = spec.split(' ') as [keyof Flags, string | undefined]
  return { name, syntax: [flagSyntax(name), value ?? []].flat().join(' '), help, ...more }
}

const agentFlag = flag('agent <id>', 'the agent whose memory is used unless --db names one (default: main)')

/** Which memory a command works with. */
const memoryFlags: readonly Flag<Flags>[] = [
  flag('db <file>', 'database file (default: in ~/.recallite/memory, one for each agent and project)'),
  agentFlag,
  flag(
    'scope <memory>',
    "project: the memory of this folder's project (default inside a project, a folder with MEMORY.md or memory/); user: your own memory, with the folders that you named (default elsewhere)",
    { choices: ['user', 'project'] },
  ),
]

const jsonFlag = flag('json', 'print JSON')

const settingsFlag = flag(
  'config <file>',
  'workspace settings file (default: the nearest .recallite.yaml, .yml or .json in this folder or one around it)',
)

/** For every command that opens the database. */
export const databaseFlags: readonly Flag<Flags>[] = [...memoryFlags, jsonFlag, settingsFlag]

/** For every command that embeds. */
export const modelFlags: readonly Flag<Flags>[] = [
  flag(
    'model <name>',
    "embedding model: a GGUF file, a downloaded model's name, or the provider's (default: the one this memory was indexed with)",
    { completes: 'files' },
  ),
  flag(
    'provider <name>',
    'where texts are embedded; auto: by a local model if there is one, else by OpenAI or Gemini if there is a key; none: keyword search only',
    { choices: ['auto', 'local', 'onnx', 'ollama', 'openai', 'gemini', 'none'] },
  ),
  flag('offline', 'send nothing to another machine (local models never do)'),
]

/** For every command that searches. */
export const queryFlags: readonly Flag<Flags>[] = [
  flag('limit <number>', 'maximum number of results, 1 to 100 (default: 10)', { parse: parseNumber }),
  flag(
    'threshold <number>',
    'confidence that at least one result must have, or else none is shown; 0 shows weak results too (default: 0.1)',
    { parse: parseNumber },
  ),
  flag('strict', 'a higher threshold, 0.25: fewer questions that nothing answers get results'),
  flag(
    'fusion <name>',
    "how the rankings of the retrievers are combined: calibrated (default), convex, weighted, rrf or another that 'recallite strategies' lists",
    { completes: strategyNames() },
  ),
  flag(
    'matchMode <mode>',
    'which candidates may be results: any that a retriever found (default), or only those that all retrievers found',
    { choices: ['any', 'all'] },
  ),
  flag('vectorWeight <number>', 'weight of the vector search; 0: keyword search only', {
    parse: parseNumber,
  }),
  flag('textWeight <number>', 'weight of the keyword search; 0: vector search only', {
    parse: parseNumber,
  }),
  flag('rrfK <number>', 'rank constant of rrf (default: 60) and rrf-compressed (default: 2)', {
    parse: parseNumber,
  }),
  flag(
    'candidateMultiplier <number>',
    'candidates per retriever, as a multiple of the limit (default: 100 candidates, whatever the limit)',
    { parse: parseNumber },
  ),
  flag(
    'perDocument <number>',
    'maximum number of results of one document, its best ones; 0: any number (default: 2, and more only where other documents do not fill the limit)',
    { parse: parseNumber },
  ),
  flag('keepDuplicates', 'show texts that repeat a better result as results of their own'),
  flag('join', 'show neighbouring chunks of one section as one result'),
  flag(
    'diversity <number>',
    'from 0 (default) to 1: how much results that differ from better ones are preferred',
    { parse: parseNumber },
  ),
  flag(
    'recency <days>',
    'half-life in days: recent notes rise by up to three positions (default: age does not count)',
    { parse: parseNumber },
  ),
  flag('root <name>', 'search this root only; may be repeated', { isRepeatable: true }),
  flag(
    'path <glob>',
    "search these files only: a name, a folder or a glob such as 'notes/**/*.md'; may be repeated",
    { completes: 'files', isRepeatable: true },
  ),
  flag('heading <text>', 'search only under headings with this text in them; may be repeated', {
    isRepeatable: true,
  }),
  flag(
    'since <date>',
    'search only notes of this day or later: 2026-02-11, 2026-02, 2026, or how long ago (7d, 2w, 3m, 1y)',
  ),
  flag('until <date>', 'search only notes up to this day; dates as for --since'),
  flag(
    'where <condition>',
    'search only notes whose front matter fits: key=value (or !=, <, <=, >, >=), or a key alone; may be repeated',
    { isRepeatable: true },
  ),
  flag(
    'rerank <when>',
    'off: leave the order as the fusion has it; on (default): rerank it if the settings name a reranker',
    { choices: ['on', 'off'] },
  ),
  flag('asTyped', 'do not correct the spelling of words that no note contains'),
]

const inProcessFlag = flag(
  'inProcess',
  "answer in this process, also where 'recallite serve' runs (setting serve.use: false)",
)

/** For the programs that agents ask. */
const servingFlags: readonly Flag<Flags>[] = [
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

/** The flags that one command alone has. */
export const ownFlags = {
  init: [agentFlag, jsonFlag],
  index: [
    flag(
      'dryRun',
      'print how many files, texts and tokens would be embedded and where; nothing is written or sent',
    ),
    flag(
      'batch',
      'embed texts by batch jobs of OpenAI or Gemini: cheaper, takes up to hours, and can be stopped and continued',
    ),
    flag('strict', 'exit with 3 if a text was skipped or has no vector'),
  ],
  strategies: [jsonFlag],
  optimise: [
    flag(
      'dropUnused',
      'remove all vectors of texts that no file contains any more, whatever store.keepUnusedVectors says',
    ),
  ],
  search: [
    ...queryFlags,
    flag(
      'format <name>',
      'how to print results: text (default), json as --json does, md for pasting, csv for tables, files: one path a line',
      { choices: ['text', 'json', 'md', 'csv', 'files'] },
    ),
    flag(
      'null',
      'with --format files: end each path with a NUL, for xargs -0; without it, names that contain a line end are left out',
    ),
    flag(
      'maxTokens <number>',
      'print about this many tokens at most: whole results, best first; stderr says how many are left out',
      { parse: parseCount },
    ),
    flag('explain', 'show how the query was understood and how each score was computed'),
    inProcessFlag,
  ],
  why: [...queryFlags, inProcessFlag],
  doctor: [
    ...modelFlags,
    flag('deep', 'compare every stored byte with its checksum, and every document with its file'),
    flag('repair', 'remove what is damaged and index it again from its files; implies --deep'),
  ],
  backup: [flag('force', 'replace the file if it exists')],
  trust: [
    flag('list', 'print the folders that are trusted'),
    flag('remove', 'stop trusting the folder'),
    jsonFlag,
  ],
  setup: [
    ...memoryFlags,
    flag(
      'model <name>',
      'embedding model: a name that models pull takes, the path of a file, or the name that the service has for it (default: all-MiniLM-L6-v2.q8_0, 25 MB, for English)',
      { completes: 'files' },
    ),
    flag('provider <name>', 'where texts are embedded (default: local)', {
      choices: ['local', 'onnx', 'ollama', 'openai', 'gemini'],
    }),
    flag('sha256 <hex>', 'the checksum that a downloaded model must have', { parse: parseChecksum }),
    flag(
      'query <text>',
      'the question that is answered at the end (default: asked for, or the title of a note)',
    ),
    flag('yes', 'do it without asking'),
    settingsFlag,
  ],
  models: [
    flag('sha256 <hex>', 'pull: the checksum that the file must have', { parse: parseChecksum }),
    flag('offline', 'pull: never use the network; fails unless the model is there'),
    flag('agent <id>', 'the agent whose settings are used (default: main)'),
    settingsFlag,
    jsonFlag,
  ],
  mcp: [
    flag(
      'config <client>',
      'print the entry that makes a client use this server, and exit; other flags become part of the entry',
      { choices: clientNames },
    ),
    ...servingFlags,
  ],
  serve: [
    flag(
      'port <number>',
      `port of the HTTP server; 0: any free port; none: no port, so that only this program's other commands can ask (default: ${usualPort})`,
      {
        parse: parsePort,
      },
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
    ...servingFlags,
  ],
} satisfies Readonly<Record<string, readonly Flag<Flags>[]>>

function parsePort(text: string): number | 'none' {
  if (text === 'none') return text
  const port = parseNumber(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError(
    'A port is a whole number from 0 to 65535, where 0 means any that is free; or none.',
  )
}

function parseIdle(text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds >= 1000) return milliseconds
  throw new InvalidArgumentError('It must be a length of time from 1s on, such as 90s, 15m or 2h.')
}

function parseChecksum(text: string): string {
  if (/^[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('A sha256 has 64 digits 0 to 9 and a to f.')
}
