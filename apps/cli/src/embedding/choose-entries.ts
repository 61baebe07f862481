import { defaultModel } from '../models/known-models.js'
import { geminiKeys, openaiKeys } from '../settings/chain-backend.js'
import type { Secret } from '../settings/kinds/secret.js'
import type { Settings } from '../settings/resolve-settings.js'
import { hostOf, isOnDisk, type BackendEntry, type ProviderName, entryOf, sourceOf } from './backend-entry.js'

/** What the choice of backends depends on besides settings. */
export interface Circumstances {
  /** Sources of the spaces of this memory, the one chosen last first. */
  readonly remembered: readonly string[]
  /** Where a model on this machine is, by its name or path; undefined where there is none. */
  readonly findModel: (name: string) => string | undefined
  /** Whether the package of a provider is there. */
  readonly isInstalled: (provider: ProviderName) => boolean
  /** Whether a provider or a model was named closer by than the chain, which then does not count. */
  readonly isChainOverruled: boolean
  /** Whether nothing may go to another machine. */
  readonly isOffline: boolean
}

/** The settings that say where to embed. */
export type Choice = Pick<Settings, 'provider' | 'model' | 'fallback' | 'chain' | 'providers'>

/** Whose model a name is, where nobody says it. */
export function ownerOf(model: string): ProviderName {
  if (model.startsWith('text-embedding-')) return 'openai'
  return /^gemini-embedding-|^embedding-001$/u.test(model) ? 'gemini' : 'local'
}

/** Where to embed, the first choice first. Pure. */
export function chooseEntries(choice: Choice, circumstances: Circumstances): BackendEntry[] {
  const usesChain = choice.chain.length > 0 && !circumstances.isChainOverruled
  const entries = usesChain ? chained(choice, circumstances) : named(choice, circumstances)
  // One model may be asked at several addresses.
  const places = entries.map((entry) => `${sourceOf(entry)} ${hostOf(entry)}`)
  const distinct = entries.filter((_, position) => places.indexOf(places[position] ?? '') === position)
  return circumstances.isOffline ? distinct.filter((entry) => hostOf(entry) === null) : distinct
}

const usualModels: Readonly<Record<ProviderName, string>> = {
  local: defaultModel.name,
  onnx: 'bge-small-en-v1.5',
  ollama: 'nomic-embed-text',
  openai: 'text-embedding-3-small',
  gemini: 'gemini-embedding-001',
}

function chained(choice: Choice, { findModel }: Circumstances): BackendEntry[] {
  return choice.chain.map(({ provider, model = usualModels[provider], ...rest }) => {
    const name = isOnDisk(provider) ? (findModel(model) ?? model) : model
    const apiKey = isAnothers(rest.apiKey, provider) ? undefined : rest.apiKey
    return complete({ ...rest, apiKey, provider, model: name, isStandIn: true }, choice)
  })
}

/** Whether a key stands where another provider's usually does: sending it along would give it away. */
function isAnothers(key: Secret | undefined, provider: ProviderName): boolean {
  const others = { openai: geminiKeys, gemini: openaiKeys, ollama: [], local: [], onnx: [] }[provider]
  return key !== undefined && others.some((name) => key.reference === `\${${name}}`)
}

function complete(entry: BackendEntry, { providers }: Choice): BackendEntry {
  const { provider } = entry
  if (isOnDisk(provider)) return entry
  const own: Partial<BackendEntry> = providers[provider]
  return {
    ...entry,
    dimensions: entry.dimensions ?? own.dimensions,
    baseUrl: entry.baseUrl ?? own.baseUrl,
    apiKey: entry.apiKey ?? own.apiKey,
  }
}

function named(choice: Choice, circumstances: Circumstances): BackendEntry[] {
  const { provider, model, fallback } = choice
  if (provider === 'none') return []
  const context = { choice, circumstances }
  const first = provider === 'auto' ? automatic(choice, circumstances) : [entryFor(provider, model, context)]
  if (fallback === 'none' || fallback === provider) return first
  const second = { ...entryFor(fallback, undefined, context), isStandIn: true }
  // Who wants a model on this machine wants texts to stay here.
  return staysHere(provider) && hostOf(second) !== null ? first : [...first, second]
}

/** In the order of `auto`: the model used last, the usual one on this machine, then providers whose key is there. */
function automatic(choice: Choice, circumstances: Circumstances): BackendEntry[] {
  const { remembered, findModel, isInstalled } = circumstances
  const context = { choice, circumstances }
  if (choice.model !== undefined) return [entryFor(ownerOf(choice.model), choice.model, context)]
  const [source] = remembered
  const last = source === undefined ? undefined : entryOf(source)
  const usual = findModel(usualModels.local)
  const keyed = (['openai', 'gemini'] as const).filter(
    (provider) => choice.providers[provider].apiKey.isSet && isInstalled(provider),
  )
  return [
    ...(last ? [asSetNow(last, choice)] : []),
    ...(usual === undefined ? [] : [{ provider: 'local' as const, model: usual }]),
    ...keyed.map((provider) => entryFor(provider, undefined, context)),
  ]
}

/** A backend to a provider's model: the one that is named, the one used last, or the usual one. */
function entryFor(
  provider: ProviderName,
  model: string | undefined,
  { choice, circumstances }: { choice: Choice; circumstances: Circumstances },
): BackendEntry {
  if (!isOnDisk(provider)) return complete({ provider, model: model ?? usualModels[provider] }, choice)
  const { remembered, findModel } = circumstances
  const last = remembered.map(entryOf).find((entry) => entry?.provider === provider)
  if (model === undefined && last) return last
  const name = model ?? usualModels[provider]
  return { provider, model: findModel(name) ?? name }
}

/** The model used last; its dimensions may be set otherwise now. */
function asSetNow(last: BackendEntry, choice: Choice): BackendEntry {
  const { dimensions, ...rest } = last
  const now = complete(rest, choice)
  return { ...now, dimensions: now.dimensions ?? dimensions }
}

function staysHere(provider: Choice['provider']): boolean {
  return provider === 'local' || provider === 'onnx' || provider === 'none'
}

/**
 * The entry of a space that was filled before, to answer until a new model has filled its own; undefined where texts
 * would go to a provider that is not chosen now. Pure.
 */
export function rememberedEntry(
  source: string,
  choice: Choice,
  circumstances: Circumstances,
): BackendEntry | undefined {
  const bare = entryOf(source)
  if (!bare) return undefined
  // Of exactly the dimensions that fill the space, whatever is set now.
  const entry = { ...complete(bare, choice), dimensions: bare.dimensions }
  if (hostOf(entry) === null) return entry
  const hasKey = entry.provider === 'ollama' || entry.apiKey?.isSet === true
  const mayAnswer = hasKey && !circumstances.isOffline && isWelcome(entry.provider, choice, circumstances)
  return mayAnswer ? entry : undefined
}

/** Whether a remote provider was chosen, or none was. */
function isWelcome(provider: ProviderName, choice: Choice, { isChainOverruled }: Circumstances): boolean {
  const chain = isChainOverruled ? [] : choice.chain
  if (chain.length > 0) return chain.some((backend) => backend.provider === provider)
  const isLeftOpen = choice.provider === 'auto' && choice.model === undefined
  if (staysHere(choice.provider)) return false
  return isLeftOpen || choice.provider === provider || choice.fallback === provider
}
