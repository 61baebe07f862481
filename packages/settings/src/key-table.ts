import { boolean, oneOf, whole } from '@recallite/core/schema'
import { backend, geminiKeys, openaiKeys, vectorLength } from './embedding/backend-entry.js'
import { hookRows, querySettings, recallRows } from './query-settings.js'
import { ollamaAddress, storeUrl, url } from './schemas/addresses.js'
import { nameOrPath, path, pathOr, pathPattern } from './schemas/paths.js'
import { list } from './schemas/schema.js'
import { duration, secret } from './schemas/texts.js'
import type { Setting } from './schemas/schema.js'

const provider = oneOf(['auto', 'local', 'openai', 'gemini', 'ollama', 'onnx', 'none'])
const fallback = oneOf(['none', 'local', 'openai', 'gemini', 'ollama', 'onnx'])
const day = 86_400_000

/** Every setting by its key, in the order of the reference. To add one, see CONTRIBUTING.md. */
export const keyTable = {
  enabled: { schema: boolean, default: true, help: 'whether memory can be searched at all' },
  provider: {
    schema: provider,
    default: 'auto',
    flag: 'provider',
    help: 'where texts are embedded; none: keyword search only',
  },
  fallback: {
    schema: fallback,
    default: 'none',
    help: 'the provider that answers while the first one fails, and embeds documents unless that one is on this machine; with auto, the one for both where no other is',
  },
  model: {
    schema: nameOrPath,
    flag: 'model',
    help: "the provider's model: its name, or the path of its file; without it the provider's usual one",
  },
  chain: {
    schema: list(backend, 'backends, each with its provider'),
    default: [],
    help: 'providers in the order in which they are tried, for queries and documents; overrides provider, model and fallback, unless a flag or variable sets provider or model',
  },
  sources: {
    schema: list(oneOf(['memory', 'sessions']), 'memory and sessions'),
    default: ['memory'],
    help: 'what is indexed without being named. memory: MEMORY.md and memory/**/*.md of the project: beside the workspace file, else in the working folder or the nearest one around it; sessions: transcripts of conversations',
  },
  extraPaths: {
    schema: list(pathPattern, 'paths'),
    default: [],
    help: 'folders, files and globs (~/notes/**/*.md) that are indexed besides the sources and the folders that were named once; what is taken off the list stays indexed until `recallite roots remove NAME`',
  },
  citations: {
    schema: oneOf(['auto', 'on', 'off']),
    default: 'auto',
    help: 'whether texts for agents end with their source, `Source: path#line`; auto: yes, unless a client says that several people read the answers',
  },
  ...querySettings,
  ...recallRows,
  ...hookRows,
  retrievers: {
    schema: list(path, 'paths of modules'),
    default: [],
    isUserOnly: true,
    help: 'modules (.js or .mjs files) that export a further `retriever` next to keyword and vector search, as @recallite/core describes it; their code runs inside the program',
  },
  'rerank.model': {
    schema: nameOrPath,
    isUserOnly: true,
    help: 'a model that scores the first results again and so orders them: a GGUF file or an ONNX folder by its path or its name in the models folder (recallite setup --rerank installs one), or a model of the service at rerank.baseUrl; without either nothing is reranked',
  },
  'rerank.baseUrl': {
    schema: url,
    isUserOnly: true,
    help: 'address of a service that reranks, such as https://api.jina.ai/v1; the texts of the first results are sent there',
  },
  'rerank.apiKey': {
    schema: secret([]),
    isUserOnly: true,
    help: 'the variable that holds the key of that service',
  },
  'rerank.candidates': {
    schema: whole(1, 100),
    default: 20,
    help: 'how many results are scored, the first ones',
  },
  'rerank.deadline': {
    schema: duration({ least: 10, most: 600_000 }),
    default: '2s',
    help: 'how long a search waits for the scores, besides the loading of a model; without them the order stays as it is',
  },
  'chunking.tokens': { schema: whole(16, 8192), default: 400, help: 'size of a chunk' },
  'chunking.overlap': {
    schema: whole(0, 4096),
    default: 80,
    help: 'tokens that a chunk repeats of the one before; less than chunking.tokens, and a fifth of a small chunk unless set',
  },
  'store.path': {
    schema: pathOr(':memory:'),
    flag: 'db',
    help: 'database file: in the user file that of your own memory, in a workspace file that of its project; without it one for each agent and project in ~/.recallite/memory',
  },
  'store.url': {
    schema: storeUrl,
    flag: 'store',
    help: 'server that keeps the index instead of a file, such as postgres://user@host/database?schema=team, by @recallite/store-postgres; its password comes from the variable PGPASSWORD or from ~/.pgpass, and all that it lacks from the service that ?service=NAME or PGSERVICE names; in the user file that of your own memory, in a trusted workspace file that of its project',
  },
  'store.vector.enabled': {
    schema: boolean,
    default: true,
    help: 'whether vectors are searched by sqlite-vec',
  },
  'store.vector.extensionPath': {
    schema: path,
    isUserOnly: true,
    help: 'your own build of sqlite-vec; its code runs inside the program',
  },
  'store.keepUnusedVectors': {
    schema: duration({ least: 60_000, most: 3650 * day, orZero: true }),
    default: '7d',
    isUserOnly: true,
    help: 'how long vectors are kept of texts that no file contains any more, so that a text that returns, for example with another branch, is not embedded again; 0: not at all',
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
    help: "whether indexing uses the provider's batch service: cheaper, and slower",
  },
  'batch.concurrency': { schema: whole(1, 64), default: 2, help: 'number of batch jobs at a time' },
  'update.onBoot': {
    schema: boolean,
    default: true,
    help: 'whether programs read changed files when they start: `search` before it answers, `watch` and `mcp` at once',
  },
  'update.interval': {
    schema: duration({ least: 1000, most: day, orZero: true }),
    default: '5m',
    help: 'how often long-running programs look for changed files; 0: never',
  },
  'update.debounce': {
    schema: duration({ least: 10, most: 60_000 }),
    default: '1.5s',
    help: 'how long files must stay unchanged before `watch` and `mcp` read them',
  },
  'sessions.enabled': {
    schema: boolean,
    default: false,
    help: 'whether transcripts of conversations are indexed; the same as sessions among the sources',
  },
  'sessions.path': {
    schema: path,
    help: 'folder of transcripts (*.jsonl); without it ~/.recallite/sessions/<agent>',
  },
  'sessions.retentionDays': {
    schema: whole(1, 36_500),
    default: 30,
    help: 'transcripts that did not change for longer are not in the index',
  },
  'providers.openai.apiKey': {
    schema: secret(openaiKeys),
    default: '${OPENAI_API_KEY}',
    help: 'the environment variable that holds the API key',
  },
  'providers.openai.baseUrl': {
    schema: url,
    variables: ['OPENAI_BASE_URL'],
    help: 'address of the service, or of one that speaks like it',
  },
  'providers.openai.dimensions': { schema: vectorLength, help: 'length of the vectors' },
  'providers.gemini.apiKey': {
    schema: secret(geminiKeys),
    default: '${GEMINI_API_KEY}',
    help: 'the variable that holds the key; where GEMINI_API_KEY is not set, GOOGLE_API_KEY unless another is named',
  },
  'providers.gemini.baseUrl': { schema: url, help: 'address of the service' },
  'providers.gemini.dimensions': { schema: vectorLength, help: 'length of the vectors' },
  'providers.ollama.baseUrl': {
    schema: url,
    variables: ['OLLAMA_HOST'],
    readVariable: ollamaAddress,
    help: 'address of the service; without it http://127.0.0.1:11434',
  },
  'providers.allowHttp': {
    schema: boolean,
    default: false,
    isUserOnly: true,
    help: 'whether texts and keys may go unencrypted to other machines',
  },
  'models.path': { schema: path, default: '~/.recallite/models', help: 'folder of model files' },
  'models.idle': {
    schema: duration({ least: 1, most: day, orZero: true }),
    default: '5m',
    help: 'how long long-running programs keep an unused local model loaded; 0: for ever',
  },
} as const satisfies Readonly<Record<string, Setting>>

/** The key of a setting. */
export type SettingKey = keyof typeof keyTable

/** Every setting with its key, in the order of the table. */
export const settingEntries = Object.entries(keyTable) as readonly (readonly [SettingKey, Setting])[]

/** Every key, in the order of the table. */
export const settingKeys: readonly SettingKey[] = settingEntries.map(([key]) => key)

/** Whether a setting has that key. */
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(keyTable, key)
