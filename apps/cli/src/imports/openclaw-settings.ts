import { flagLayer, type FlagSettings, type Plain, SettingsError } from '@recallite/settings'
import {
  givenSettings,
  type GivenSettings,
  hasProvider,
  ignoredSettings,
  type ModelProviders,
  type Section,
  translateSettings,
} from '@recallite/settings/openclaw'
import { type ForeignSetting, isMapping, type LeftOut, textOf } from './foreign-memory.js'

/** What becomes of a section `memory.search` of OpenClaw in the user's settings file; sources and paths become roots. */
export function settingsOf(
  search: Section,
  { agent, providers }: { readonly agent?: string; readonly providers: ModelProviders },
): { readonly settings: readonly ForeignSetting[]; readonly left: readonly LeftOut[] } {
  const given = withProvider(givenSettings([search]))
  const above = agent === undefined ? '' : `agent ${agent}: `
  const reasons = new Map([...ignoredSettings(given.keys()), ...reasonsOf(given, providers)])
  const left = [...reasons].map(([key, why]) => ({ what: `${above}memory.search.${key}`, why }))
  const usable = new Map([...given].filter(([key]) => !reasons.has(key)))
  const known = usable.has('provider') ? providers : undefined
  const settings: ForeignSetting[] = []
  for (const [key, value] of Object.entries(translateSettings(usable, known, keyReference(usable)))) {
    if (value === undefined) continue
    const refusal = refusalOf(key, value as Plain)
    if (refusal === undefined) settings.push({ agent, key, value: value as Plain })
    else left.push({ what: `${above}${key}`, why: refusal })
  }
  return { settings, left }
}

/** What is about the embedding model, and means nothing without its provider. */
const embeddingKeys = [
  'provider',
  'model',
  'fallback',
  'remote.baseUrl',
  'remote.apiKey',
  'remote.batch.enabled',
  'outputDimensionality',
  'local.modelPath',
]

/** A model without a provider is one of OpenAI. */
function withProvider(given: GivenSettings): GivenSettings {
  const isNamed = given.has('provider') || !embeddingKeys.some((key) => given.has(key))
  return isNamed ? given : new Map([['provider', 'openai'], ...given])
}

/** Why some settings are not taken that have a counterpart here. */
function reasonsOf(given: GivenSettings, providers: ModelProviders): [key: string, reason: string][] {
  const provider = given.get('provider')
  const unknown = (name: unknown) => `there is no provider ${String(name)} here`
  if (provider !== undefined && !hasProvider(provider, providers))
    return embeddingKeys.filter((key) => given.has(key)).map((key) => [key, unknown(provider)])
  const [fallback, modelPath] = [given.get('fallback'), textOf(given.get('local.modelPath')) ?? '']
  const rows: [key: string, isLeft: boolean, reason: string][] = [
    ['enabled', given.has('enabled'), "it switches OpenClaw's search on or off, not this one"],
    ['fallback', fallback !== undefined && !hasProvider(fallback, providers), unknown(fallback)],
    ['remote.apiKey', given.has('remote.apiKey') && keyReference(given) === undefined, keyReason],
    ['local.modelPath', /^\w+:/u.test(modelPath), 'addresses are not downloaded: recallite models pull'],
  ]
  return rows.flatMap(([key, isLeft, reason]) => (isLeft ? [[key, reason] as [string, string]] : []))
}

const keyReason = 'keys are not copied: put it into a variable of the environment, such as OPENAI_API_KEY'

/** The variable that has the key of the service, as settings name it; undefined for a key that is written out. */
function keyReference(given: GivenSettings): string | undefined {
  const key = given.get('remote.apiKey')
  if (typeof key === 'string') return /^\$\{\w+\}$/u.test(key) ? key : undefined
  return isMapping(key) && key['source'] === 'env' ? `\${${String(key['id'])}}` : undefined
}

/** Why a setting cannot have a value; undefined if it can. */
function refusalOf(key: string, value: Plain): string | undefined {
  try {
    flagLayer({ [key]: value } as FlagSettings)
    return undefined
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}
