import { isAbsolute, join } from 'node:path'

/*
 * How each setting of OpenClaw's `memory.search` is used, by the plugin for OpenClaw and by `recallite import`. The README
 * of the plugin has this table; `openclaw memory status` lists the settings that are set but ignored.
 */

interface Row {
  /** `taken`: same meaning as in OpenClaw; `adapted`: nearly the same; `ignored`: no effect. */
  readonly use: 'taken' | 'adapted' | 'ignored'
  /** The setting here, or why it is ignored. */
  readonly says: string
}

/** The settings below `memory.search`. */
export const memorySearchTable = {
  enabled: { use: 'taken', says: '`enabled`; false: the agent has no memory tools' },
  rememberAcrossConversations: {
    use: 'ignored',
    says: 'OpenClaw allows this only for plugins with protected recall; add `sessions` to the `sources` instead',
  },
  sources: {
    use: 'taken',
    says: '`memory` is MEMORY.md, USER.md and memory/; `sessions` are the transcripts of the sessions that are not archived',
  },
  'experimental.sessionMemory': { use: 'taken', says: 'without it, `sessions` in `sources` has no effect' },
  extraPaths: { use: 'taken', says: '`extraPaths`, with `pattern` as a glob in the folder' },
  'multimodal.enabled': { use: 'ignored', says: 'only text is indexed' },
  'multimodal.modalities': { use: 'ignored', says: 'only text is indexed' },
  'multimodal.maxFileBytes': { use: 'ignored', says: 'only text is indexed' },
  provider: {
    use: 'adapted',
    says: '`provider` for local, openai, openai-compatible, gemini, ollama, none, and entries of `models.providers` that are compatible with OpenAI or Ollama; unset or auto: a local model, else a provider whose key is set; any other: keyword search',
  },
  model: { use: 'taken', says: '`model`; for the provider local, the path of a file or the name of a model' },
  fallback: { use: 'adapted', says: '`fallback` for the providers above' },
  'remote.baseUrl': { use: 'taken', says: '`providers.openai.baseUrl`, or that of Gemini or Ollama' },
  'remote.apiKey': { use: 'adapted', says: 'a literal key or a variable, not a file or a program' },
  'remote.headers': { use: 'ignored', says: 'custom headers are not supported' },
  'remote.batch.enabled': { use: 'taken', says: '`batch.enabled`' },
  inputType: { use: 'ignored', says: 'each model distinguishes queries and documents itself' },
  queryInputType: { use: 'ignored', says: 'each model distinguishes queries and documents itself' },
  documentInputType: { use: 'ignored', says: 'each model distinguishes queries and documents itself' },
  outputDimensionality: { use: 'taken', says: '`providers.openai.dimensions`, or that of Gemini' },
  'local.modelPath': { use: 'adapted', says: '`model`, if it is a path; addresses are not downloaded' },
  'store.fts.tokenizer': { use: 'ignored', says: 'all scripts are indexed, by words and by parts of words' },
  'store.vector.enabled': { use: 'taken', says: '`store.vector.enabled`' },
  'store.vector.extensionPath': { use: 'taken', says: '`store.vector.extensionPath`' },
  'query.maxResults': { use: 'taken', says: '`query.maxResults`; default 10 instead of 6' },
  'query.minScore': {
    use: 'adapted',
    says: '`query.minScore`: the confidence that the best result must reach, not a score that each must reach; default 0.11 instead of 0.35',
  },
  'query.hybrid.enabled': { use: 'taken', says: '`query.hybrid.enabled`' },
  'query.hybrid.vectorWeight': { use: 'taken', says: '`query.hybrid.vectorWeight`' },
  'query.hybrid.textWeight': { use: 'taken', says: '`query.hybrid.textWeight`' },
  'query.hybrid.candidateMultiplier': { use: 'taken', says: '`query.hybrid.candidateMultiplier`' },
  'chunking.tokens': { use: 'taken', says: '`chunking.tokens`' },
  'chunking.overlap': { use: 'taken', says: '`chunking.overlap`' },
  'cache.enabled': { use: 'adapted', says: '`cache.enabled`: of answers; vectors are always stored' },
  'cache.maxEntries': { use: 'adapted', says: '`cache.maxEntries`: of answers' },
  'memory.backend': { use: 'ignored', says: 'for the collections of QMD, run recallite import --from qmd' },
  'memory.qmd.paths': { use: 'taken', says: '`extraPaths`, with `pattern` as a glob in the folder' },
  'memory.qmd.update.interval': { use: 'taken', says: '`update.interval`' },
  'memory.qmd.update.onBoot': { use: 'taken', says: '`update.onBoot`' },
  'memory.qmd.sessions.retentionDays': { use: 'taken', says: '`sessions.retentionDays`' },
} as const satisfies Readonly<Record<string, Row>>

export type MemorySearchKey = keyof typeof memorySearchTable

/** The settings that are unknown or have no effect, each with the reason. */
export function ignoredReasons(set: Iterable<string>): [key: string, reason: string][] {
  const table: Readonly<Record<string, Row>> = memorySearchTable
  return [...set].flatMap((key): [string, string][] => {
    const row = Object.hasOwn(table, key) ? table[key] : undefined
    if (row === undefined) return [[key, 'the setting is unknown']]
    return row.use === 'ignored' ? [[key, row.says]] : []
  })
}

/** A mapping of OpenClaw's configuration. */
export type Section = Readonly<Record<string, unknown>>

/** An entry of OpenClaw's `models.providers`. */
export interface ModelProvider {
  readonly api?: string
  readonly baseUrl?: string
  readonly apiKey?: unknown
}

/** OpenClaw's `models`, with the providers by name. */
export type Models = { readonly providers?: Readonly<Record<string, ModelProvider>> } | undefined

export type SearchValues = ReadonlyMap<string, unknown>

/** Flattens sections `memory.search`; later ones override earlier ones. */
export function searchValues(sections: readonly Section[]): SearchValues {
  return new Map(sections.flatMap((section) => flatten(section)))
}

const wholeKeys: ReadonlySet<string> = new Set(['remote.apiKey', 'remote.headers'])

function flatten(section: Section, above = ''): [string, unknown][] {
  return Object.entries(section).flatMap(([name, value]): [string, unknown][] => {
    const key = `${above}${name}`
    if (value === undefined) return []
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isSection && !wholeKeys.has(key) ? flatten(value as Section, `${key}.`) : [[key, value]]
  })
}

/** Reads `extraPaths`: paths, or folders with a glob inside them. */
export function readExtraPaths(value: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item]
    const { path, pattern } = (item ?? {}) as Section
    if (typeof path !== 'string') return []
    return [typeof pattern === 'string' ? join(path, pattern) : path]
  })
}

/** Providers by the names of OpenClaw's adapters. */
const providerNames: Readonly<Record<string, string>> = {
  none: 'none',
  auto: 'auto',
  local: 'local',
  openai: 'openai',
  'openai-compatible': 'openai',
  gemini: 'gemini',
  google: 'gemini',
  ollama: 'ollama',
}

/** Maps a provider of OpenClaw; `none` if there is no equivalent. */
function providerOf(name: string | undefined, models: Models): string | undefined {
  if (name === undefined) return undefined
  const api = modelProvider(name, models)?.api ?? ''
  const protocol = api.startsWith('openai') ? 'openai' : api
  return providerNames[name] ?? (protocol === 'openai' || protocol === 'ollama' ? protocol : 'none')
}

/** Whether a provider of OpenClaw has an equivalent. */
export const hasProvider = (name: unknown, models: Models): boolean =>
  name === 'none' || providerOf(String(name), models) !== 'none'

/** Settings with the same value and name here. */
const sameName =
  /^(?:memory\.qmd\.|remote\.(?=batch))?((?:batch\.|cache\.|chunking\.|query\.|sessions\.|store\.vector\.|update\.|(?=enabled$)).*)$/gu

/** Keys there and here. */
const sameKeys = new Map(
  Object.keys(memorySearchTable).flatMap((key) =>
    [...key.matchAll(sameName)].map(([, ours = '']) => [key, ours]),
  ),
)

/** What to write here for a setting of OpenClaw that is in another file; empty for other keys. */
export function adviceFor(key: string): string {
  const name = key.replace(/^(?:memorySearch|memory\.search)\./u, '')
  const row = Object.entries<Row>(memorySearchTable).find(([each]) => each === name)?.[1]
  if (row === undefined || !key.startsWith('memory')) return ''
  const ours = sameKeys.get(name)
  return ` ${key}: ${ours === undefined ? row.says : `use ${ours}`}.`
}

/** Translates the settings to those of this project; unset ones are undefined. `apiKey` is the reference to a variable. */
export function translateSettings(values: SearchValues, models: Models, apiKey: string | undefined): Section {
  const providerName = text(values, 'provider')
  const provider = providerOf(providerName, models)
  const baseUrl = text(values, 'remote.baseUrl') ?? modelProvider(providerName, models)?.baseUrl
  const dimensions = values.get('outputDimensionality')
  return {
    ...Object.fromEntries(Array.from(sameKeys, ([theirs, ours]) => [ours, values.get(theirs)])),
    provider,
    model: text(values, 'model') ?? modelPath(values),
    fallback: providerOf(text(values, 'fallback'), models),
    ...ofService(provider ?? 'auto', { baseUrl, dimensions, apiKey }),
  }
}

/** The path of a local model; addresses are not downloaded. */
function modelPath(values: SearchValues): string | undefined {
  const path = text(values, 'local.modelPath')
  return path && (isAbsolute(path) || path.startsWith('~')) ? path : undefined
}

/** The provider of chat models for an adapter; default `openai`. */
export function modelProvider(name: unknown, models: Models): ModelProvider | undefined {
  const adapter = typeof name === 'string' ? name : 'openai'
  return models?.providers?.[adapter === 'gemini' ? 'google' : adapter]
}

/** The settings of a service; OpenAI if no provider is named, as in OpenClaw. */
function ofService(provider: string, { baseUrl, ...parts }: Section): Section {
  if (provider === 'ollama') return { 'providers.ollama.baseUrl': baseUrl }
  if (provider === 'local' || provider === 'none') return {}
  const service = provider === 'gemini' ? 'gemini' : 'openai'
  const entries = Object.entries({ baseUrl, ...parts })
  return Object.fromEntries(entries.map(([name, value]) => [`providers.${service}.${name}`, value]))
}

function text(values: SearchValues, key: MemorySearchKey): string | undefined {
  const value = values.get(key)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
