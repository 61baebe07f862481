import {
  type Flag,
  flag,
  grouped,
  InvalidArgumentError,
  numberIn,
  orUndefined,
  rare,
} from '@recallite/command-line'
import type { JsonObject } from '@recallite/store/records'
import { searchRanges } from '@recallite/core/search-ranges'
import { anyOrigin, fusions } from './search-flags.js'
import { databaseFlags, jsonFlag, modelFlags, whichMemory } from './shared-flags.js'

const share = { min: 0, max: 1 }

const rememberFlags = [
  flag('collection <name>', 'the collection that it belongs to (default: default)'),
  flag('session <id>', 'the session in which it is remembered; started if there is none with this id'),
  flag('confidence <number>', 'how certain it is, from 0 to 1 (default: 0.9)', { parse: numberIn(share) }),
  flag('context <json>', 'a JSON object with more facts, for --filter', { parse: parseObject }),
  flag('summary <text>', 'a shorter text for people'),
  flag('scopeFile <path>', 'a file that the record is about; may be repeated', { isRepeatable: true }),
  flag('entity <name>', 'a function, machine or person that the record is about; may be repeated', {
    isRepeatable: true,
  }),
  flag('tag <name>', 'a word to group it by; may be repeated', { isRepeatable: true }),
  flag('occurredAt <time>', 'when it happened, such as 2026-02-11T14:30:00Z (default: unknown)'),
  flag(
    'expires <when>',
    'when it expires: a time such as 2026-03-01, or a duration from now (12h, 30d, 2w, 3m, 1y; default: never)',
  ),
  flag('supersedes <id>', 'the record that it replaces, which stays readable'),
  flag('allowDuplicate', 'remember it even if a record already contains it'),
  flag(
    'origin <name>',
    'agent: the record counts as written by an agent, not by a person (default: the setting records.origin, or user)',
    { choices: ['agent'], isRepeatable: true },
  ),
]

const recallFlags = [
  flag('-n limit <number>', 'maximum number of records, 1 to 100 (default: 10)', {
    parse: numberIn(searchRanges.limit),
  }),
  jsonFlag,
  flag('explain', 'show how each score was computed and adjusted'),
  ...grouped('What is recalled:', [
    flag('collection <name>', 'only this collection'),
    flag('session <id>', 'only records of this session; without a query, list them all'),
    flag('minConfidence <number>', 'only records of at least this confidence, from 0 to 1', {
      parse: numberIn(share),
    }),
    flag(
      'tag <name>',
      'only records with this tag or one below it (tea matches tea/green); may be repeated',
      { isRepeatable: true },
    ),
    flag('filter <json>', 'only records whose context matches this filter', { parse: parseObject }),
    flag('origin <name>', 'only records of this origin, see below; may be repeated', anyOrigin),
    flag(
      'asOf <date>',
      'what was stored by this time and not superseded or expired then: 2026-02-11 (its end), 2026-02-11T14:30Z, 2026-02, or how long ago (7d, 2w, 3m, 1y)',
    ),
    ...rare([
      flag('includeSuperseded', 'also superseded records'),
      flag(
        'threshold <number>',
        'show no records unless one has this confidence, from 0 to 1: the probability that it answers the query (default: 0.11, or 0 with --session, --tag, --filter or --near)',
        { parse: numberIn(share) },
      ),
      flag('mode <name>', 'which retrievers to use (default: hybrid, which is both)', {
        choices: ['hybrid', 'keyword', 'vector'],
      }),
      flag(
        'fusion <name>',
        'how to combine their rankings (default: the setting query.fusion, or calibrated)',
        { choices: fusions },
      ),
    ]),
  ]),
  ...grouped(
    'Order:',
    rare([
      flag('near <x,y[,z]>', 'nearest first; records without coordinates come last', {
        parse: parsePosition,
      }),
      flag('maxDistance <number>', 'with --near: only records within this distance', {
        parse: numberIn({ min: 0 }),
      }),
      flag('frame <name>', 'with --near: the coordinate system of the position'),
      flag(
        'nearField <path>',
        'with --near: the path of the coordinates in contexts (default: spatial.position)',
      ),
      flag('boost <json>', 'a filter; records whose context matches it rank higher', { parse: parseObject }),
      flag('boostFactor <number>', 'with --boost: the factor for their score, 0.5 to 2 (default: 1.5)', {
        parse: numberIn({ min: 0.5, max: 2 }),
      }),
      flag('halfLife <days>', 'half-life in days, above 0: old records rank lower (default: ignore age)', {
        parse: numberIn({ min: 0, isAbove: true }),
      }),
    ]),
  ),
]

/** The flags of the commands for records, by command. */
export const recordFlags = {
  remember: [...rememberFlags, jsonFlag, ...whichMemory, ...modelFlags],
  recall: [...recallFlags, ...whichMemory, ...modelFlags],
  forget: [
    flag('origin <name>', 'forget all records of this origin; may be repeated', anyOrigin),
    flag('yes', 'do not ask for confirmation'),
    ...databaseFlags,
  ],
  sessions: [
    flag('collection <name>', 'list: only those of this collection; start: the collection of the session'),
    flag('context <json>', 'start: a JSON object about the session', { parse: parseObject }),
    flag('summary <text>', 'end: the result of the session'),
    jsonFlag,
    ...whichMemory,
  ],
  export: [
    flag('collection <name>', 'only this collection'),
    flag('session <id>', 'only records of this session'),
    flag('force', 'replace the file if it exists'),
    ...whichMemory,
  ],
  records: [
    flag('includeSecrets', 'also write records that look like keys, tokens or passwords'),
    flag('dryRun', 'print what would change, and change nothing'),
    jsonFlag,
    ...whichMemory,
    ...modelFlags,
  ],
  import: [
    flag(
      'from <program>',
      "import the data of another program: its folders become roots, its settings go into your own settings file; PATH names its file or folder (default: the program's default)",
      { choices: ['openclaw', 'qmd', 'basic-memory'] },
    ),
    flag('dryRun', 'with --from: print what would be imported and what not, and write nothing'),
    flag('allOrNone', 'import nothing if a line is refused'),
    flag(
      'keepOrigins',
      'keep the origins and clients that the lines name, for your own export (default: the origin of every record is import)',
    ),
    flag('allowDuplicate', 'store records even if their collection has the same content'),
    jsonFlag,
    ...whichMemory,
    ...modelFlags,
  ],
} satisfies Readonly<Record<string, readonly Flag[]>>

function parseObject(text: string): JsonObject {
  const value = orUndefined(() => JSON.parse(text) as unknown)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new InvalidArgumentError(`Give a JSON object, such as '{"task": {"name": "push"}}'.`)
}

function parsePosition(text: string): number[] {
  const parts = text.split(',')
  const position = parts.map(Number)
  const isPosition = parts.every((part) => part.trim() !== '') && position.every(Number.isFinite)
  if (isPosition && (position.length === 2 || position.length === 3)) return position
  throw new InvalidArgumentError('Give two or three coordinates, such as 1.5,-2 or 1.5,-2,0.3.')
}
