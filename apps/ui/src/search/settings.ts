import { computed, signal } from '@preact/signals'
import type { SearchOptions } from '@recallite/core'
import { resolveSearchOptions } from '@recallite/core/ranking'
import { answer } from './asked-search.js'

/** The sliders, in their order; `key`: that of the setting. */
export const sliders = [
  { name: 'vectorWeight', key: 'hybrid.vectorWeight', title: 'Vector weight', min: 0, max: 1, step: 0.01 },
  { name: 'textWeight', key: 'hybrid.textWeight', title: 'Keyword weight', min: 0, max: 1, step: 0.01 },
  { name: 'rrfK', key: 'hybrid.rrfK', title: 'k of rrf', min: 1, max: 200, step: 1 },
  { name: 'threshold', key: 'minScore', title: 'Threshold', min: 0, max: 1, step: 0.01 },
  { name: 'limit', key: 'maxResults', title: 'Limit', min: 1, max: 100, step: 1 },
  { name: 'perDocument', key: 'perDocument', title: 'Per document', min: 0, max: 20, step: 1 },
] as const

/** The options that were changed on the page. */
export type Slid = Pick<SearchOptions, (typeof sliders)[number]['name'] | 'fusion'>

/** What differs on the page from the memory's own settings, with which a search without flags is made. */
export const slid = signal<Slid>({})

/** Whether anything does. */
export const isSlid = computed(() => Object.keys(slid.value).length > 0)

/** The options as they stand on the page. */
export const settings = computed<SearchOptions>(() => ({ ...answer.value?.options, ...slid.value }))

/** The same with all defaults of the strategy filled in. */
export const resolved = computed(() => resolveSearchOptions(settings.value))

/** Where a slider stands; null where the strategy does not read it. */
export function valueOf(name: (typeof sliders)[number]['name']): number | null {
  const { weights, threshold, limit, perDocument, strategyName, fusionOptions } = resolved.value
  const usualK = { rrf: 60, 'rrf-compressed': 2 }[strategyName] ?? null
  const { most, isStrict } = perDocument
  return {
    vectorWeight: weights.vector,
    textWeight: weights.keyword,
    rrfK: usualK === null ? null : (fusionOptions.k ?? usualK),
    threshold,
    limit,
    // 0 stands for any number, as of the flag.
    perDocument: isStrict && most === Infinity ? 0 : most,
  }[name]
}

/** Sets an option, unless nothing would be searched with it. */
export function slide(changed: Slid): void {
  // Each strategy has weights and a k of its own.
  const { vectorWeight: _, textWeight: __, rrfK: ___, ...others } = slid.value
  const kept = changed.fusion === undefined ? slid.value : others
  // A weight or a k without a strategy would name another strategy.
  const isOfStrategy = ['vectorWeight', 'textWeight', 'rrfK'].some((name) => name in changed)
  const next = { ...kept, ...(isOfStrategy && { fusion: resolved.value.strategyName }), ...changed }
  if (next.vectorWeight === 0 && (next.textWeight ?? resolved.value.weights.keyword) === 0) return
  if (next.textWeight === 0 && (next.vectorWeight ?? resolved.value.weights.vector) === 0) return
  slid.value = next
}

/** What was changed, as flags of `recallite search`. */
export const asFlags = (): string =>
  Object.entries(slid.value)
    .map(([name, value]) => `--${name.replaceAll(/(?=[A-Z])/gu, '-').toLowerCase()} ${value}`)
    .join(' ')

/** What was changed, by the keys of the settings. */
export function asSettings(): Readonly<Record<string, unknown>> {
  const keys = new Map<string, string>(sliders.map(({ name, key }) => [name, key]))
  const entries = Object.entries(slid.value)
  return Object.fromEntries(entries.map(([name, value]) => [`query.${keys.get(name) ?? name}`, value]))
}

/** What was changed, as lines of a settings file. */
export function asYaml(): string {
  const paths = Object.entries(asSettings()).map(([key, value]) => `${key}: ${value}`.split('.hybrid.'))
  const own = paths.flatMap(([key = '', nested]) => (nested ? [] : `  ${key.replace('query.', '')}`))
  const below = paths.flatMap(([, nested]) => (nested ? `    ${nested}` : []))
  return ['query:', ...own, ...(below.length > 0 ? ['  hybrid:', ...below] : [])].join('\n')
}
