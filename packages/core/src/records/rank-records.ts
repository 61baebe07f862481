import { resolveSearchOptions, type SearchOptions, type SearchSettings } from '../search/search-options.js'
import type { ReadItem } from '../search/stages/ranked-items.js'
import type { RecallMode, RecallOptions, RecordAdjustments } from './record-memory.js'

/**
 * Orders items of records by fused score × the factors of their adjustments, as a share of the best one. With distances, the nearest
 * comes first and records without one last.
 * @param adjustments by record id; other records are omitted
 */
export function orderByAdjustments(
  found: readonly ReadItem[],
  adjustments: ReadonlyMap<string, RecordAdjustments>,
) {
  const bestFused = Math.max(0, ...found.map(({ fused }) => fused.score))
  const scored = found.flatMap((item) => {
    const factors = adjustments.get(item.item.locator.path)
    if (!factors) return []
    const share = bestFused > 0 ? Math.max(0, item.fused.score) / bestFused : 1
    return [{ item, factors, score: share * factors.confidence * factors.boost * factors.decay }]
  })
  const distanceOf = ({ factors }: (typeof scored)[number]) => factors.distance ?? Number.MAX_VALUE
  const ordered = scored.toSorted((a, b) => distanceOf(a) - distanceOf(b) || b.score - a.score)
  // With distances, the best score need not come first; without positive scores, all are 1.
  const best = Math.max(0, ...ordered.map(({ score }) => score))
  return ordered.map(({ item, factors, score }) => {
    return { ...item, order: { score: best > 0 ? score / best : 1, adjustments: factors } }
  })
}

/** The settings for records in a search of all kinds. */
export function settingsOfRecords(defaults: RecallOptions, options: SearchOptions): SearchSettings {
  const { rerank, rerankCandidates, rerankDeadline, correctSpelling, weights } = options
  const shared = { rerank, rerankCandidates, rerankDeadline, correctSpelling, weights }
  return resolveSearchOptions({ ...shared, ...rankingOptionsOf(recallOptionsOf(defaults, options)) })
}

/** The recall options for records in a search of all kinds: its options, then the defaults. */
export function recallOptionsOf(defaults: RecallOptions, options: SearchOptions): RecallOptions {
  const { limit, threshold, time, fusion, textWeight, vectorWeight, origins, signal } = options
  const byWords = vectorWeight === 0 ? ('keyword' as const) : undefined
  const byVectors = textWeight === 0 ? ('vector' as const) : undefined
  const ranking = { fusion: typeof fusion === 'string' ? fusion : undefined, mode: byWords ?? byVectors }
  return withDefaults(defaults, { limit, threshold, time, origins, signal, ...ranking })
}

/** Fills in defaults for undefined options. */
export function withDefaults(defaults: RecallOptions, options: RecallOptions): RecallOptions {
  return {
    ...defaults,
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  }
}

/** The weights of each mode. */
export const weightsOf: Readonly<Record<RecallMode, Pick<SearchOptions, 'vectorWeight' | 'textWeight'>>> = {
  hybrid: {},
  keyword: { vectorWeight: 0 },
  vector: { textWeight: 0 },
}

/** The search options of a recall. */
export function rankingOptionsOf(options: RecallOptions): SearchOptions {
  const { limit, mode = 'hybrid', fusion = 'calibrated', threshold, session, filter, spatial, tags } = options
  // The filters already select records, so the query need not match.
  const isNarrowed = [session, filter, spatial, tags].some((given) => given !== undefined)
  return {
    limit,
    threshold: threshold ?? (isNarrowed ? 0 : undefined),
    fusion,
    // With a position, only the distance counts.
    time: spatial ? false : options.time,
    ...weightsOf[mode],
    perDocument: 1,
    // Records are deduplicated when they are stored, unless the user allows duplicates.
    mergeDuplicates: false,
  }
}
