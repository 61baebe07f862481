import { parseCount, parseNumber, type Flag } from '@recallite/command-line'
import { strategyNames } from '@recallite/fusion'
import type { Flags } from './flags.js'

const agentFlag: Flag<Flags> = {
  name: 'agent',
  syntax: '--agent <id>',
  help: 'whose memory, where --db is not given (default: main)',
}

const jsonFlag: Flag<Flags> = { name: 'json', syntax: '--json', help: 'print JSON' }

/** Which memory a command works with. */
export const memoryFlags: readonly Flag<Flags>[] = [
  {
    name: 'db',
    syntax: '--db <file>',
    help: 'database file (default: in ~/.recallite/memory, one for each agent and project)',
  },
  agentFlag,
  {
    name: 'scope',
    syntax: '--scope <memory>',
    help: "project: the memory of this folder's project (default inside one, which has MEMORY.md or memory/); user: your own memory, of the folders that you named (default elsewhere)",
    choices: ['user', 'project'],
  },
]

/** For every command that opens the database. */
export const databaseFlags: readonly Flag<Flags>[] = [...memoryFlags, jsonFlag]

/** For a project that keeps its memory itself. */
export const initFlags: readonly Flag<Flags>[] = [agentFlag, jsonFlag]

/** For every command that reads settings. */
export const settingsFlags: readonly Flag<Flags>[] = [
  {
    name: 'config',
    syntax: '--config <file>',
    help: 'workspace settings file (default: the nearest .recallite.yaml, .yml or .json upwards)',
  },
]

/** For every command that embeds. */
export const modelFlags: readonly Flag<Flags>[] = [
  {
    name: 'model',
    syntax: '--model <name>',
    help: "embedding model: a GGUF file, a downloaded model's name, or the provider's (default: the one this memory was indexed with)",
    completes: 'files',
  },
  {
    name: 'provider',
    syntax: '--provider <name>',
    help: 'where texts are embedded; auto: by a local model if there is one, else by openai or gemini if there is a key; none: words only',
    choices: ['auto', 'local', 'onnx', 'ollama', 'openai', 'gemini', 'none'],
  },
  { name: 'offline', syntax: '--offline', help: 'send nothing to another machine (local models never do)' },
]

/** For indexing. */
export const indexFlags: readonly Flag<Flags>[] = [
  {
    name: 'dryRun',
    syntax: '--dry-run',
    help: 'say how many files, texts and tokens would be embedded where, and do nothing',
  },
  {
    name: 'batch',
    syntax: '--batch',
    help: 'have texts embedded by batch jobs of OpenAI or Gemini: cheaper, within hours; stop and go on at will',
  },
  { name: 'strict', syntax: '--strict', help: 'exit with 3 if a text was skipped or has no vector' },
]

/** For optimising. */
export const optimiseFlags: readonly Flag<Flags>[] = [
  {
    name: 'dropUnused',
    syntax: '--drop-unused',
    help: 'remove all vectors of texts that no file has any more, however long store.keepUnusedVectors keeps them',
  },
]

/** For searching. */
export const searchFlags: readonly Flag<Flags>[] = [
  {
    name: 'limit',
    syntax: '--limit <number>',
    help: 'most results, 1 to 100 (default: 6)',
    parse: parseNumber,
  },
  {
    name: 'minScore',
    syntax: '--min-score <number>',
    help: 'leave out results below (default: 0.35)',
    parse: parseNumber,
  },
  {
    name: 'minScoreOn',
    syntax: '--min-score-on <measure>',
    help: 'what --min-score is compared with: evidence (default) or fused',
    choices: ['evidence', 'fused'],
  },
  {
    name: 'fusion',
    syntax: '--fusion <name>',
    help: `${strategyNames().join(', ')} (default: convex)`,
    completes: strategyNames(),
  },
  {
    name: 'foundBy',
    syntax: '--found-by <retrievers>',
    help: 'what may be a result: what either of meaning and words finds (default), or only what both find',
    choices: ['either', 'both'],
  },
  {
    name: 'vectorWeight',
    syntax: '--vector-weight <number>',
    help: 'weight of meaning; 0 means words only',
    parse: parseNumber,
  },
  {
    name: 'textWeight',
    syntax: '--text-weight <number>',
    help: 'weight of words; 0 means meaning only',
    parse: parseNumber,
  },
  {
    name: 'rrfK',
    syntax: '--rrf-k <number>',
    help: 'rank constant of rrf (default: 60)',
    parse: parseNumber,
  },
  {
    name: 'candidateMultiplier',
    syntax: '--candidate-multiplier <number>',
    help: 'candidates per retriever, as a multiple of the limit (default: at least 100 candidates)',
    parse: parseNumber,
  },
  {
    name: 'root',
    syntax: '--root <name>',
    help: 'search this root only; may be repeated',
    isRepeatable: true,
  },
  {
    name: 'path',
    syntax: '--path <glob>',
    help: "search these files only: a name, a folder or a glob such as 'notes/**/*.md'; may be repeated",
    completes: 'files',
    isRepeatable: true,
  },
  {
    name: 'heading',
    syntax: '--heading <text>',
    help: 'search only under headings with this text in them; may be repeated',
    isRepeatable: true,
  },
  {
    name: 'since',
    syntax: '--since <date>',
    help: 'search only notes of this day or later: 2026-02-11, 2026-02, 2026, or how long ago (7d, 2w, 3m, 1y)',
  },
  { name: 'until', syntax: '--until <date>', help: 'search only notes up to this day; dates as for --since' },
  {
    name: 'where',
    syntax: '--where <condition>',
    help: 'search only notes whose front matter fits: key=value (or !=, <, <=, >, >=), or a key alone; may be repeated',
    isRepeatable: true,
  },
  {
    name: 'asTyped',
    syntax: '--as-typed',
    help: 'never read a word that nothing has as a misspelling of another',
  },
  {
    name: 'format',
    syntax: '--format <name>',
    help: 'how to print results: text (default), json as --json does, md for pasting, csv for tables, files: one path a line',
    choices: ['text', 'json', 'md', 'csv', 'files'],
  },
  {
    name: 'null',
    syntax: '--null',
    help: 'with --format files: end each path with a NUL, as xargs -0 reads them; names with a line end in them are left out otherwise',
  },
  {
    name: 'maxTokens',
    syntax: '--max-tokens <number>',
    help: 'print at most about so many tokens: whole results, the best first; how many are left out is said',
    parse: parseCount,
  },
  {
    name: 'explain',
    syntax: '--explain',
    help: 'show how the query was understood and how each score came about',
  },
]

/** For looking after a memory. */
export const doctorFlags: readonly Flag<Flags>[] = [
  ...modelFlags,
  {
    name: 'deep',
    syntax: '--deep',
    help: 'compare every stored byte with its checksum, and every document with its file',
  },
  {
    name: 'repair',
    syntax: '--repair',
    help: 'take out what is damaged and bring it in again from its files; implies --deep',
  },
]

/** For copying a memory. */
export const backupFlags: readonly Flag<Flags>[] = [
  { name: 'force', syntax: '--force', help: 'replace the file where there is one' },
]

/** For trusting folders. */
export const trustFlags: readonly Flag<Flags>[] = [
  { name: 'list', syntax: '--list', help: 'print the folders that are trusted' },
  { name: 'remove', syntax: '--remove', help: 'trust the folder no more' },
  { name: 'json', syntax: '--json', help: 'print JSON' },
]
