import { isFromWorkspace, type Origin } from '../errors.js'
import { defaultModel, findModel, isOnnx, knownModelNamed } from '../models.js'
import type { ResolvedSettings, Settings } from '../resolve-settings.js'
import type { Secret } from '../schemas/texts.js'
import {
  entryOf,
  geminiKeys,
  hostOf,
  isOnDisk,
  openaiKeys,
  sourceOf,
  type BackendEntry,
  type ProviderName,
} from './backend-entry.js'
import { isInstalled } from './providers.js'

/** What the choice of backends depends on besides settings. */
export interface Circumstances {
  /** Sources of the spaces of this memory, the one chosen last first. */
  readonly remembered: readonly string[]
  /** The path of a model on this machine, by its name or path; undefined if there is none. */
  readonly findModel: (name: string) => string | undefined
  /** Whether the package of a provider is there. */
  readonly isInstalled: (provider: ProviderName) => boolean
  /** Whether a provider or a model was named in a nearer layer than the chain, which then does not count. */
  readonly isChainOverruled: boolean
  /** Whether the setting that names fallbacks is the user's own, and not of a workspace file. */
  readonly isUsersOwn: (key: 'chain' | 'fallback') => boolean
  /** Whether nothing may be sent to another machine. */
  readonly isOffline: boolean
}

/** The settings that choose the backends. */
export type Choice = Pick<Settings, 'provider' | 'model' | 'fallback' | 'chain' | 'providers'>

type Context = Choice & Circumstances

/** The provider of a model that was named without one. */
export function ownerOf(model: string, find: Circumstances['findModel']): ProviderName {
  if (model.startsWith('text-embedding-')) return 'openai'
  if (/^gemini-embedding-|^embedding-001$/u.test(model)) return 'gemini'
  return isOnnx(model, find(model)) ? 'onnx' : 'local'
}

/** The backends to embed with, the first choice first. Pure. */
export function chooseEntries(context: Context): BackendEntry[] {
  const { chain, isChainOverruled, isOffline } = context
  const entries = chain.length > 0 && !isChainOverruled ? chained(context) : named(context)
  // One model may be asked at several addresses.
  const keys = entries.map(keyOf)
  const distinct = entries.filter((_, position) => keys.indexOf(keys[position] ?? '') === position)
  return isOffline ? distinct.filter((entry) => hostOf(entry) === null) : distinct
}

const keyOf = (entry: BackendEntry): string => `${sourceOf(entry)} ${hostOf(entry)}`

/** The model that each provider has if none is named. */
export const usualModels: Readonly<Record<ProviderName, string>> = {
  local: defaultModel.name,
  onnx: 'all-MiniLM-L6-v2',
  ollama: 'nomic-embed-text',
  openai: 'text-embedding-3-small',
  gemini: 'gemini-embedding-001',
}

function chained(context: Context): BackendEntry[] {
  return context.chain.map(({ provider, model = usualModels[provider], documents, ...rest }) => {
    const name = isOnDisk(provider) ? (context.findModel(model) ?? model) : model
    const apiKey = isOfAnother(provider, rest.apiKey) ? undefined : rest.apiKey
    const whenSaid = documents ? 'after-any' : 'never'
    const said = documents === undefined ? 'after-hosted' : whenSaid
    const takesDocuments = context.isUsersOwn('chain') ? said : undefined
    return complete({ ...rest, apiKey, provider, model: name, isFallback: true, takesDocuments }, context)
  })
}

/** Whether a key comes from the variable of another provider, which must not be sent to this one. */
function isOfAnother(provider: ProviderName, key: Secret | undefined): boolean {
  const others = provider === 'openai' ? geminiKeys : provider === 'gemini' ? openaiKeys : []
  return others.some((name) => key?.reference === `\${${name}}`)
}

/** Adds what the settings of the provider say. */
function complete(entry: BackendEntry, { providers }: Choice): BackendEntry {
  if (isOnDisk(entry.provider)) return entry
  const own: Partial<BackendEntry> = providers[entry.provider]
  return {
    ...entry,
    dimensions: entry.dimensions ?? own.dimensions,
    baseUrl: entry.baseUrl ?? own.baseUrl,
    apiKey: entry.apiKey ?? own.apiKey,
  }
}

function named(context: Context): BackendEntry[] {
  const { provider, model, fallback } = context
  if (provider === 'none') return []
  const first = provider === 'auto' ? automatic(context) : [entryFor(provider, model, context)]
  if (fallback === 'none' || fallback === provider) return first
  const takesDocuments = context.isUsersOwn('fallback') ? ('after-hosted' as const) : undefined
  const second = { ...entryFor(fallback, undefined, context), isFallback: true, takesDocuments }
  // A user who chose a model on this machine wants texts to stay there.
  if (staysHere(provider) && hostOf(second) !== null) return first
  // `auto` may have chosen it as well, because its key is set.
  const isSecond = (entry: BackendEntry) => keyOf(entry) === keyOf(second)
  return first.some(isSecond) ? first.map((entry) => (isSecond(entry) ? second : entry)) : [...first, second]
}

/** In the order of `auto`: the model used last, the usual one on this machine (GGUF, else ONNX), then providers whose key is set. */
function automatic(context: Context): BackendEntry[] {
  const { model, providers, remembered, fallback } = context
  if (model !== undefined) return [entryFor(ownerOf(model, context.findModel), model, context)]
  // A fallback that embedded meanwhile does not become the first choice.
  const last = remembered.map(entryOf).find((entry) => entry?.provider !== fallback)
  const [usual] = (['local', 'onnx'] as const).flatMap((provider) => {
    const path = context.findModel(usualModels[provider])
    return path === undefined ? [] : { provider, model: path }
  })
  const keyed = (['openai', 'gemini'] as const).filter(
    (provider) => providers[provider].apiKey.isSet && context.isInstalled(provider),
  )
  return [
    ...(last ? [withCurrentDimensions(last, context)] : []),
    ...(usual ? [usual] : []),
    ...keyed.map((provider) => entryFor(provider, undefined, context)),
  ]
}

/** A provider with the model that is named, else (on this machine) the one used last, else the usual one. */
function entryFor(provider: ProviderName, model: string | undefined, context: Context): BackendEntry {
  const name = model ?? usualModels[provider]
  if (!isOnDisk(provider)) return complete({ provider, model: name }, context)
  const last = context.remembered.map(entryOf).find((entry) => entry?.provider === provider)
  return model === undefined && last ? last : { provider, model: context.findModel(name) ?? name }
}

function withCurrentDimensions({ dimensions, ...last }: BackendEntry, choice: Choice): BackendEntry {
  const now = complete(last, choice)
  return { ...now, dimensions: now.dimensions ?? dimensions }
}

function staysHere(provider: Choice['provider']): boolean {
  return provider === 'local' || provider === 'onnx' || provider === 'none'
}

/**
 * The entry of a space that was filled before, to answer until a new model has filled its own; undefined if texts would
 * be sent to a provider that is not chosen now. Pure.
 */
export function rememberedEntry(source: string, context: Context): BackendEntry | undefined {
  const bare = entryOf(source)
  if (!bare) return undefined
  // The query needs the dimensions of the vectors in the space, not those that are set now.
  const entry = { ...complete(bare, context), dimensions: bare.dimensions }
  if (hostOf(entry) === null) return entry
  const hasKey = entry.provider === 'ollama' || entry.apiKey?.isSet === true
  return hasKey && !context.isOffline && isAllowed(entry.provider, context) ? entry : undefined
}

/** Whether a remote provider was chosen, or none was. */
function isAllowed(remote: ProviderName, { chain, isChainOverruled, ...choice }: Context): boolean {
  if (chain.length > 0 && !isChainOverruled) return chain.some(({ provider }) => provider === remote)
  const { provider, model, fallback } = choice
  if (staysHere(provider)) return false
  return (provider === 'auto' && model === undefined) || provider === remote || fallback === remote
}

/**
 * The settings that choose backends, with a provider and a model that go together. A provider that is named in a nearer
 * layer than the model is not asked for that model. A model that is named in a nearer layer than the provider, and is on
 * this machine or of a well-known provider, replaces the provider.
 */
export function resolveChoice(
  resolved: ResolvedSettings,
  find: (name: string) => string | undefined,
): Choice {
  const { settings } = resolved
  const { provider, model } = settings
  const [ofProvider, ofModel] = [nearnessOf(resolved, 'provider'), nearnessOf(resolved, 'model')]
  if (model === undefined || ofProvider === 0 || ofProvider === ofModel) return settings
  if (ofProvider > ofModel) return { ...settings, model: undefined }
  const owner = ownerOf(model, find)
  const isFile = find(model) !== undefined || knownModelNamed(model) !== undefined || model.endsWith('.gguf')
  const isElsewhere = provider === 'none' || owner !== 'local' || isFile
  return isElsewhere ? { ...settings, provider: owner } : settings
}

/** What settings say of the choice, and where they come from. A provider or model of a flag or variable overrules the chain. */
export function choiceOf(resolved: ResolvedSettings): Omit<Context, 'remembered' | 'isOffline'> {
  const { settings, originOf } = resolved
  const isTyped = originOf('model').kind === 'flag'
  const find = (name: string) => findModel(name, settings.models.path, { isTyped })
  const isAboveFiles = (key: 'provider' | 'model') => nearnessOf(resolved, key) > nearness.file
  return {
    ...resolveChoice(resolved, find),
    findModel: find,
    isInstalled,
    isChainOverruled: isAboveFiles('provider') || isAboveFiles('model'),
    isUsersOwn: (key) => !isFromWorkspace(originOf(key)),
  }
}

const nearness: Readonly<Record<Origin['kind'], number>> = { 'built-in': 0, file: 1, variable: 2, flag: 3 }

function nearnessOf({ originOf }: ResolvedSettings, key: 'provider' | 'model'): number {
  return nearness[originOf(key).kind]
}
