import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordMemory } from '@recallite/core/records'
import { memoryRecallTool } from '@recallite/core/tools'
import {
  type Plain,
  type ReadSettings,
  chooseEntries,
  makeBackend,
  memorySettings,
  readSettings,
  recallSettings,
} from '@recallite/settings'
import { chooseReranker } from '@recallite/settings/reranker'
import { batchOptions } from '../../commands/indexing.js'
import { locateMemory } from '../../open/memory-location.js'
import { assertEnabled, watchOptions } from '../../open/open-memory.js'
import { chooseSources } from '../../open/sources.js'
import { searchOptions } from '../../search/answer-here.js'

const variables = { OPENAI_API_KEY: 'default', GEMINI_API_KEY: 'default', MINE: 'mine' }

export type Given = Readonly<Record<string, Plain>>
export type Effect = (resolved: ReadSettings) => unknown

/** The user file of a home folder. */
export const userFileOf = (home: string): string => join(home, '.recallite/config.json')

/** The settings of a home folder whose user file has these keys. */
export async function settingsIn(home: string, keys: Given): Promise<ReadSettings> {
  const file = {}
  for (const [name, value] of Object.entries(keys)) place(file, name.split('.'), value)
  mkdirSync(join(home, '.recallite'), { recursive: true })
  writeFileSync(userFileOf(home), JSON.stringify(file))
  return readSettings({ cwd: home, variables: { ...variables, HOME: home } })
}

function place(section: { [name: string]: unknown }, [name = '', ...rest]: string[], value: Plain): void {
  if (rest.length === 0) section[name] = value
  else place((section[name] ??= {}) as typeof section, rest, value)
}

/** The backends for embedding. */
function entriesOf(resolved: ReadSettings) {
  return chooseEntries(resolved, { hasPackage: () => true })
}

export const models: Effect = (resolved) => entriesOf(resolved).map(({ provider, model }) => `${provider} ${model}`)
export const firstEntry =
  (field: 'dimensions' | 'baseUrl'): Effect =>
  (resolved) =>
    entriesOf(resolved)[0]?.[field]
export const usedKey: Effect = (resolved) => entriesOf(resolved)[0]?.apiKey?.reveal()
export const reranker = (resolved: ReadSettings) => chooseReranker(resolved.settings, { isOffline: false })
export const memory = (resolved: ReadSettings) => memorySettings(resolved.settings, { livesLong: true })
export const search =
  (option: keyof ReturnType<typeof searchOptions>): Effect =>
  (resolved) =>
    searchOptions({}, resolved)[option]
export const recall =
  (option: keyof ReturnType<typeof recallSettings>): Effect =>
  (resolved) =>
    recallSettings(resolved)[option]
export const watch =
  (option: 'debounce' | 'interval'): Effect =>
  (resolved) =>
    watchOptions(resolved.settings)[option]
export const sources: Effect = (resolved) => {
  const project = { kind: 'project', folder: '/p' } as const
  const scopes = [{ kind: 'user' } as const, project]
  return scopes.flatMap((scope) => chooseSources(resolved, { scope, agent: 'main' }))
}

export const connection = async (resolved: ReadSettings) => (await locateMemory({}, resolved)).connection

/** Jobs of a provider that has them. */
export const batch: Effect = (resolved) => {
  const backends = entriesOf(resolved).map((entry) => makeBackend(entry, resolved.settings.providers))
  return batchOptions({ flags: {} }, { backends, resolved })
}

/** The model of the first backend, or the error of opening it; nothing is sent. */
export const opening: Effect = async (resolved) => {
  const [first] = entriesOf(resolved)
  if (first === undefined) return undefined
  const { open } = makeBackend(first, resolved.settings.providers)
  const opened = await open(AbortSignal.timeout(10_000)).catch((error: unknown) => String(error))
  return typeof opened === 'string' ? opened : opened.identity.model
}

export const isOff: Effect = (resolved) => {
  try {
    return assertEnabled(resolved)
  } catch (error) {
    return String(error)
  }
}

/** The fields of `memory_recall` that robots need. */
export const recallFields: Effect = ({ settings }) => {
  const { inputSchema } = memoryRecallTool({} as RecordMemory, settings.recall)
  return JSON.stringify(inputSchema).includes('"near"')
}

