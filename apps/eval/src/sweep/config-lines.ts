import { defaultStrategyName } from '@recallite/fusion'
import { stringify } from 'yaml'
import { defaultValues, withoutDefaults, type Setting } from './setting.js'

/** What has to be said for a setting to hold: what differs, and the fusion that weights and `k` are meant for. */
function statedValues(setting: Setting): Setting {
  const stated = withoutDefaults(setting)
  const isAboutFusion = stated.vectorWeight !== undefined || stated.textWeight !== undefined
  return isAboutFusion ? { fusion: defaultStrategyName, ...stated } : stated
}

function isSaid(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined
}

function withoutEmpty(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isSaid(value)))
}

/** Chunks as they were measured: without its overlap the program gives a small chunk size another one. */
function chunkingOf({ chunkTokens, chunkOverlap }: Setting): Record<string, unknown> {
  const { chunkOverlap: usualOverlap } = defaultValues()
  const overlap = chunkTokens === undefined ? chunkOverlap : (chunkOverlap ?? usualOverlap)
  return withoutEmpty({ tokens: chunkTokens, overlap })
}

/**
 * The lines of a YAML settings file that make a setting hold, as far as `recallite` has settings for it; empty for the
 * default. Weights come with the name of their fusion, `convex` too: alone they would mean `weighted`.
 */
export function configLines(setting: Setting): string {
  const stated = statedValues(setting)
  const { fusion, vectorWeight, textWeight, candidateMultiplier, minScore } = stated
  const hybrid = withoutEmpty({ vectorWeight, textWeight, candidateMultiplier })
  const settings = withoutEmpty({
    query: withoutEmpty({ fusion, hybrid, minScore }),
    chunking: chunkingOf(stated),
  })
  return Object.keys(settings).length === 0 ? '' : stringify(settings)
}

/** What a setting has that no settings file can say, a sentence each, with the way that there is. */
export function withoutSetting(setting: Setting): string[] {
  const { k, normalization } = withoutDefaults(setting)
  return [
    ...(k === undefined ? [] : [`k has no setting: give --rrf-k ${k} to each search.`]),
    ...(normalization === undefined
      ? []
      : [
          `normalization has neither setting nor flag: a program with @recallite/core searches with { scaling: { normalization: { keyword: '${normalization}' } } }.`,
        ]),
  ]
}

/** The flags of `recallite search` that make a setting hold for one search; normalization and chunking have none. */
export function searchFlags(setting: Setting): string {
  const stated = statedValues(setting)
  const flags: readonly (readonly [flag: string, value: string | number | undefined])[] = [
    ['--fusion', stated.fusion],
    ['--vector-weight', stated.vectorWeight],
    ['--text-weight', stated.textWeight],
    ['--rrf-k', stated.k],
    ['--candidate-multiplier', stated.candidateMultiplier],
    ['--min-score', stated.minScore],
  ]
  return flags.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${value}`])).join(' ')
}

/** Whether a setting has values that `recallite search` takes no flag for. */
export function needsConfig(setting: Setting): boolean {
  const { normalization, chunkTokens, chunkOverlap } = withoutDefaults(setting)
  return [normalization, chunkTokens, chunkOverlap].some((value) => value !== undefined)
}
