import { boolean, oneOf, whole } from '@recallite/core/schema'
import { backend, geminiKeys, openaiKeys, vectorLength } from './embedding/backend-entry.js'
import { hookRows, querySettings, recallRows } from './query-settings.js'
import { ollamaAddress, recordsUrl, storeUrl, url } from './schemas/addresses.js'
import { nameOrPath, path, pathOr, pathPattern } from './schemas/paths.js'
import { list } from './schemas/schema.js'
import { duration, secret, someText } from './schemas/texts.js'
import type { Setting } from './schemas/schema.js'

const provider = oneOf(['auto', 'local', 'openai', 'gemini', 'ollama', 'onnx', 'none'])
const fallback = oneOf(['none', 'local', 'openai', 'gemini', 'ollama', 'onnx'])
const day = 86_400_000
const editor = someText('vscode, obsidian, or a command such as code -g {path}:{line}')

/** Every setting, in the order of the reference. To add one, see CONTRIBUTING.md. */
export const keyTable = {
  enabled: { schema: boolean, default: true, help: 'whether memory search is enabled' },
  provider: {
    schema: provider,
    default: 'auto',
    flag: 'provider',
    help: 'where texts are embedded; none: keyword search only',
  },
  fallback: {
    schema: fallback,
    default: 'none',
    help: 'provider for queries and documents while the first one fails; with auto, also used if no other provider is available',
  },
  model: {
    schema: nameOrPath,
    flag: 'model',
    help: "the provider's model: its name, or the path of its file; if unset, the default model of the provider",
  },
  chain: {
    schema: list(backend, 'backends, each with its provider'),
    default: [],
    help: 'providers in the order in which they are tried, for queries and documents; overrides provider, model and fallback, unless a flag or variable sets provider or model; also written as embedding: { primary, fallback_1, fallback_2 }, with type, path or model_path, and api_key',
  },
  sources: {
    schema: list(oneOf(['memory', 'sessions']), 'memory and sessions'),
    default: ['memory'],
    help: 'what is always indexed. memory: MEMORY.md and memory/**/*.md of the project, next to the workspace file, else in the working folder or its nearest parent that has them; sessions: transcripts of conversations',
  },
  extraPaths: {
    schema: list(pathPattern, 'paths'),
    default: [],
    help: 'folders, files and globs (~/notes/**/*.md) to index in addition to the sources and the stored roots; a removed path stays indexed until `recallite roots remove NAME`',
  },
  citations: {
    schema: oneOf(['auto', 'on', 'off']),
    default: 'auto',
    help: 'whether texts for agents end with their source, `Source: path#line`; auto: yes, unless a client reports that several people read the answers',
  },
  ...querySettings,
  ...recallRows,
  ...hookRows,
  retrievers: {
    schema: list(path, 'paths of modules'),
    default: [],
    isUserOnly: true,
    help: 'modules (.js or .mjs files) that export an additional `retriever` next to keyword and vector search, as described in @recallite/core; their code runs inside the program',
  },
  'rerank.model': {
    schema: nameOrPath,
    isUserOnly: true,
    help: 'model that reranks the first results: a GGUF file or an ONNX folder, by path or by name in the models folder (recallite setup --rerank installs one), or a model of the service at rerank.baseUrl; without either, nothing is reranked',
  },
  'rerank.baseUrl': {
    schema: url,
    isUserOnly: true,
    help: 'address of a reranking service, such as https://api.jina.ai/v1; the texts of the first results are sent there',
  },
  'rerank.apiKey': {
    schema: secret([]),
    isUserOnly: true,
    help: 'the variable that holds the key of that service',
  },
  'rerank.candidates': {
    schema: whole(1, 100),
    default: 20,
    help: 'number of first results that are reranked',
  },
  'rerank.deadline': {
    schema: duration({ min: 10, max: 600_000 }),
    default: '2s',
    help: 'how long a search waits for the reranker, not counting the loading of a model; after that the order stays unchanged',
  },
  'ui.editor': {
    schema: editor,
    isUserOnly: true,
    help: 'what opens a note from the page of `recallite ui`: vscode, obsidian, or a command that is run without a shell, such as code -g {path}:{line}; if unset, both, Obsidian only for notes of a vault',
  },
  'chunking.tokens': { schema: whole(16, 8192), default: 400, help: 'size of a chunk, in tokens' },
  'chunking.overlap': {
    schema: whole(0, 4096),
    default: 80,
    help: 'tokens that a chunk repeats from the previous one; less than chunking.tokens; by default a fifth of a small chunk',
  },
  'store.path': {
    schema: pathOr(':memory:'),
    flag: 'db',
    help: 'database file: of your own memory in the user file, of the project in a workspace file; if unset, one per agent and project in ~/.recallite/memory',
  },
  'store.url': {
    schema: storeUrl,
    flag: 'store',
    help: 'server that stores the index instead of a file: postgres://user@host1,host2:5433/database?schema=team, using @recallite/store-postgres (one host or several; the password comes from PGPASSWORD or ~/.pgpass, missing parts from the service named by ?service=NAME or PGSERVICE), or opensearch://user@host1,host2:9200/?prefix=team, using @recallite/store-opensearch (the password comes from OPENSEARCH_PASSWORD or a file that OPENSEARCH_PASSWORD_FILE names; further parameters: shards, replicas, ca); of your own memory in the user file, of the project in a trusted workspace file',
  },
  'records.url': {
    schema: recordsUrl,
    help: 'server that stores the records and their index, wherever the index of files is: postgres://user@host/database?schema=team; if unset, they are in the database of store.url if that is PostgreSQL, else in local files; of your own memory in the user file, of the project in a trusted workspace file; does not apply to a database file named for one run, which has its own records',
  },
  'records.origin': {
    schema: oneOf(['agent']),
    help: 'agent: records of `recallite remember` count as written by an agent; set it where an agent runs commands, for example RECALLITE_RECORDS_ORIGIN=agent in its environment. If unset, they count as written by you (user)',
  },
  'store.vector.enabled': {
    schema: boolean,
    default: true,
    help: 'whether sqlite-vec searches the vectors',
  },
  'store.vector.extensionPath': {
    schema: path,
    isUserOnly: true,
    help: 'your own build of sqlite-vec; its code runs inside the program',
  },
  'store.keepUnusedVectors': {
    schema: duration({ min: 60_000, max: 3650 * day, orZero: true }),
    default: '7d',
    isUserOnly: true,
    help: 'how long vectors of deleted texts are stored, so that a text that returns, for example with another branch, is not embedded again; 0: delete them at once',
  },
  'cache.enabled': {
    schema: boolean,
    default: true,
    help: 'whether long-running programs remember answers until the index changes',
  },
  'cache.maxEntries': {
    schema: whole(1, 100_000),
    default: 200,
    help: 'maximum number of remembered answers',
  },
  'batch.enabled': {
    schema: boolean,
    default: false,
    help: "whether indexing uses the provider's batch service, which is cheaper but slower",
  },
  'batch.concurrency': { schema: whole(1, 64), default: 2, help: 'number of batch jobs at a time' },
  'update.onBoot': {
    schema: boolean,
    default: true,
    help: 'whether programs index changed files when they start: `search` before it answers, `watch` and `mcp` at once',
  },
  'update.interval': {
    schema: duration({ min: 1000, max: day, orZero: true }),
    default: '5m',
    help: 'how often long-running programs look for changed files; 0: never',
  },
  'update.debounce': {
    schema: duration({ min: 10, max: 60_000 }),
    default: '1.5s',
    help: 'how long files must stay unchanged before `watch` and `mcp` index them',
  },
  'sessions.enabled': {
    schema: boolean,
    default: false,
    help: 'whether transcripts of conversations are indexed; the same as adding sessions to the sources',
  },
  'sessions.agents': {
    schema: list(oneOf(['claude-code', 'codex', 'gemini-cli', 'openclaw', 'opencode']), 'names of agents'),
    default: [],
    isUserOnly: true,
    help: 'agents whose transcripts are indexed in your own memory, without secrets, from where each agent writes them',
  },
  'sessions.path': {
    schema: path,
    help: 'folder of transcripts (*.jsonl); if unset, ~/.recallite/sessions/<agent>',
  },
  'sessions.retentionDays': {
    schema: whole(1, 36_500),
    default: 30,
    help: 'transcripts that have not changed for longer are removed from the index',
  },
  'providers.openai.apiKey': {
    schema: secret(openaiKeys),
    default: '${OPENAI_API_KEY}',
    help: 'the environment variable that holds the API key',
  },
  'providers.openai.baseUrl': {
    schema: url,
    variables: ['OPENAI_BASE_URL'],
    help: 'address of the service, or of a compatible one',
  },
  'providers.openai.dimensions': { schema: vectorLength, help: 'length of the vectors' },
  'providers.gemini.apiKey': {
    schema: secret(geminiKeys),
    default: '${GEMINI_API_KEY}',
    help: 'the environment variable that holds the API key; if GEMINI_API_KEY is not set, GOOGLE_API_KEY unless another one is named',
  },
  'providers.gemini.baseUrl': { schema: url, help: 'address of the service' },
  'providers.gemini.dimensions': { schema: vectorLength, help: 'length of the vectors' },
  'providers.ollama.baseUrl': {
    schema: url,
    variables: ['OLLAMA_HOST'],
    readVariable: ollamaAddress,
    help: 'address of the service; if unset, http://127.0.0.1:11434',
  },
  'providers.allowHttp': {
    schema: boolean,
    default: false,
    isUserOnly: true,
    help: 'whether texts and keys may be sent unencrypted to other machines',
  },
  'models.path': { schema: path, default: '~/.recallite/models', help: 'folder of model files' },
  'models.idle': {
    schema: duration({ min: 1, max: day, orZero: true }),
    default: '5m',
    help: 'how long long-running programs keep an unused local model loaded; 0: forever',
  },
} as const satisfies Readonly<Record<string, Setting>>

/** The key of a setting. */
export type SettingKey = keyof typeof keyTable

export const settingEntries = Object.entries(keyTable) as readonly (readonly [SettingKey, Setting])[]

export const settingKeys: readonly SettingKey[] = settingEntries.map(([key]) => key)

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(keyTable, key)
