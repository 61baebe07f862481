import { parseCount, parseNumber, type Flag, InvalidArgumentError } from '@recallite/command-line'
import { strategyNames } from '@recallite/fusion'
import { flagSyntax } from '../settings/setting.js'
import type { Flags } from './flags.js'

/**
 * A row of a flag table.
 * @param spec the flag's name among `Flags`, and what its value is called: `limit <number>`
 */
export function flag(
  spec: keyof Flags | `${keyof Flags} <${string}>`,
  help: string,
  more: Omit<Flag<Flags>, 'name' | 'syntax' | 'help'> = {},
): Flag<Flags> {
  const [name, value] = spec.split(' ') as [keyof Flags, string | undefined]
  return { name, syntax: [flagSyntax(name), value ?? []].flat().join(' '), help, ...more }
}

const agentFlag = flag('agent <id>', 'whose memory, where --db is not given (default: main)')

/** Which memory a command works with. */
export const memoryFlags: readonly Flag<Flags>[] = [
  flag('db <file>', 'database file (default: in ~/.recallite/memory, one for each agent and project)'),
  agentFlag,
  flag(
    'scope <memory>',
    "project: the memory of this folder's project (default inside one, which has MEMORY.md or memory/); user: your own memory, of the folders that you named (default elsewhere)",
    { choices: ['user', 'project'] },
  ),
]

const jsonFlag = flag('json', 'print JSON')

/** For every command that opens the database. */
export const databaseFlags: readonly Flag<Flags>[] = [...memoryFlags, jsonFlag]

/** For a project that keeps its memory itself. */
export const initFlags: readonly Flag<Flags>[] = [agentFlag, jsonFlag]

/** For every command that reads settings. */
export const settingsFlags: readonly Flag<Flags>[] = [
  flag(
    'config <file>',
    'workspace settings file (default: the nearest .recallite.yaml, .yml or .json upwards)',
  ),
]

/** For every command that embeds. */
export const modelFlags: readonly Flag<Flags>[] = [
  flag(
    'model <name>',
    "embedding model: a GGUF file, a downloaded model's name, or the provider's (default: the one this memory was indexed with)",
    { completes: 'files' },
  ),
  flag(
    'provider <name>',
    'where texts are embedded; auto: by a local model if there is one, else by openai or gemini if there is a key; none: words only',
    { choices: ['auto', 'local', 'onnx', 'ollama', 'openai', 'gemini', 'none'] },
  ),
  flag('offline', 'send nothing to another machine (local models never do)'),
]

/** For indexing. */
export const indexFlags: readonly Flag<Flags>[] = [
  flag('dryRun', 'say how many files, texts and tokens would be embedded where, and do nothing'),
  flag(
    'batch',
    'have texts embedded by batch jobs of OpenAI or Gemini: cheaper, within hours; stop and go on at will',
  ),
  flag('strict', 'exit with 3 if a text was skipped or has no vector'),
]

/** For optimising. */
export const optimiseFlags: readonly Flag<Flags>[] = [
  flag(
    'dropUnused',
    'remove all vectors of texts that no file has any more, however long store.keepUnusedVectors keeps them',
  ),
]

/** For searching. */
export const searchFlags: readonly Flag<Flags>[] = [
  flag('limit <number>', 'most results, 1 to 100 (default: 6)', { parse: parseNumber }),
  flag('minScore <number>', 'leave out results below (default: 0.35)', { parse: parseNumber }),
  flag('minScoreOn <measure>', 'what --min-score is compared with: evidence (default) or fused', {
    choices: ['evidence', 'fused'],
  }),
  flag('fusion <name>', `${strategyNames().join(', ')} (default: convex)`, { completes: strategyNames() }),
  flag(
    'foundBy <retrievers>',
    'what may be a result: what either of meaning and words finds (default), or only what both find',
    { choices: ['either', 'both'] },
  ),
  flag('vectorWeight <number>', 'weight of meaning; 0 means words only', { parse: parseNumber }),
  flag('textWeight <number>', 'weight of words; 0 means meaning only', { parse: parseNumber }),
  flag('rrfK <number>', 'rank constant of rrf (default: 60)', { parse: parseNumber }),
  flag(
    'candidateMultiplier <number>',
    'candidates per retriever, as a multiple of the limit (default: at least 100 candidates)',
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
  flag('asTyped', 'never read a word that nothing has as a misspelling of another'),
  flag(
    'format <name>',
    'how to print results: text (default), json as --json does, md for pasting, csv for tables, files: one path a line',
    { choices: ['text', 'json', 'md', 'csv', 'files'] },
  ),
  flag(
    'null',
    'with --format files: end each path with a NUL, as xargs -0 reads them; names with a line end in them are left out otherwise',
  ),
  flag(
    'maxTokens <number>',
    'print at most about so many tokens: whole results, the best first; how many are left out is said',
    { parse: parseCount },
  ),
  flag('explain', 'show how the query was understood and how each score came about'),
]

/** For looking after a memory. */
export const doctorFlags: readonly Flag<Flags>[] = [
  ...modelFlags,
  flag('deep', 'compare every stored byte with its checksum, and every document with its file'),
  flag('repair', 'take out what is damaged and bring it in again from its files; implies --deep'),
]

/** For copying a memory. */
export const backupFlags: readonly Flag<Flags>[] = [flag('force', 'replace the file where there is one')]

/** For trusting folders. */
export const trustFlags: readonly Flag<Flags>[] = [
  flag('list', 'print the folders that are trusted'),
  flag('remove', 'trust the folder no more'),
  flag('json', 'print JSON'),
]

/** For the command about model files. */
export const modelsFlags: readonly Flag<Flags>[] = [
  flag('sha256 <hex>', 'pull: the checksum that the file must have', { parse: parseChecksum }),
  flag('offline', 'pull: never use the network; fails unless the model is there'),
  flag('agent <id>', 'whose settings (default: main)'),
  ...settingsFlags,
  flag('json', 'print JSON'),
]

function parseChecksum(text: string): string {
  if (/^[\da-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('A sha256 has 64 digits 0 to 9 and a to f.')
}
