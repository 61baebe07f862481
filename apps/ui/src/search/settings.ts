import { computed, signal } from '@preact/signals'
import type { SearchOptions } from '@recallite/core'
import { resolveSearchOptions } from '@recallite/core/ranking'

/** The options that can be set on the page. */
export type SlidName =
  | 'fusion'
  | 'vectorWeight'
  | 'textWeight'
  | 'rrfK'
  | 'threshold'
  | 'limit'
  | 'perDocument'

/** The options that were changed on the page. */
export type Slid = Pick<SearchOptions, SlidName>

/** The options of the memory's own settings, with which a search without flags is made. */
export const served = signal<SearchOptions>({})

/** What differs from them on the page. */
export const slid = signal<Slid>({})

/** The options as they stand on the page. */
export const settings = computed<SearchOptions>(() => ({ ...served.value, ...slid.value }))

/** The same with all defaults of the strategy filled in. */
export const resolved = computed(() => resolveSearchOptions(settings.value))

/** The sliders, in their order. */
export const sliders = [
  { name: 'vectorWeight', title: 'Vector weight', least: 0, most: 1, step: 0.01 },
  { name: 'textWeight', title: 'Keyword weight', least: 0, most: 1, step: 0.01 },
  { name: 'rrfK', title: 'k of rrf', least: 1, most: 200, step: 1 },
  { name: 'threshold', title: 'Threshold', least: 0, most: 1, step: 0.01 },
  { name: 'limit', title: 'Limit', least: 1, most: 100, step: 1 },
  { name: 'perDocument', title: 'Per document', least: 0, most: 20, step: 1 },
] as const satisfies readonly { readonly name: SlidName; readonly [field: string]: unknown }[]

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

/** The settings' keys; an option without one exists as a flag alone. */
const keys: Readonly<Record<SlidName, string | null>> = {
  fusion: 'query.fusion',
  vectorWeight: 'query.hybrid.vectorWeight',
  textWeight: 'query.hybrid.textWeight',
  rrfK: null,
  threshold: 'query.minScore',
  limit: 'query.maxResults',
  perDocument: 'query.perDocument',
}

/** What was changed, as flags of `recallite search`. */
export function asFlags(): string {
  return Object.entries(slid.value)
    .map(([name, value]) => `${toFlag(name)} ${value}`)
    .join(' ')
}

const toFlag = (name: string): string =>
  `--${name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`

/** What was changed, by the keys of the settings. */
export function asSettings(): Record<string, string | number> {
  const entries = (Object.entries(slid.value) as [SlidName, string | number][]).flatMap(([name, value]) => {
    const key = keys[name]
    return key === null ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}

/** What was changed, as lines of a settings file. */
export function asYaml(): string {
  const lines = Object.entries(asSettings()).map(([key, value]) => [key.split('.').slice(1), value] as const)
  const own = lines.flatMap(([path, value]) => (path.length === 1 ? [`  ${path[0]}: ${value}`] : []))
  const nested = lines.flatMap(([path, value]) => (path.length === 2 ? [`    ${path[1]}: ${value}`] : []))
  return ['query:', ...own, ...(nested.length > 0 ? ['  hybrid:', ...nested] : [])].join('\n')
}
