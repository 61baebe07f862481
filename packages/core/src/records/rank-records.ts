import { resolveSearchOptions, type SearchOptions, type SearchSettings } from '../search/search-options.js'
import type { ReadItem } from '../search/stages/ranked-items.js'
import type { RecallMode, RecallOptions, RecordAdjustments } from './record-memory.js'

/**
 * Orders items of records by the share of the best one that their product has: fused score × the factors of their adjustments.
 * With distances the nearest comes first, and those without one last. Pure.
 * @param adjustments by the id of a record; items of records without them are left out
 */
export function orderByAdjustments(
  found: readonly ReadItem[],
  adjustments: ReadonlyMap<string, RecordAdjustments>,
) {
  const bestFused = Math.max(0, ...found.map(({ fused }) => fused.score))
  const scored = found.flatMap((item) => {
    const own = adjustments.get(item.item.locator.path)
    if (!own) return []
    const share = bestFused > 0 ? Math.max(0, item.fused.score) / bestFused : 1
    return [{ item, own, score: share * own.confidence * own.boost * own.decay }]
  })
  const ordered = scored.toSorted((a, b) => compareDistance(a.own, b.own) || b.score - a.score)
  // With a position the best one need not be the first; without a fused score above 0 all are equally good.
  const best = Math.max(0, ...ordered.map(({ score }) => score))
  return ordered.map(({ item, own, score }) => {
    return { ...item, order: { score: best > 0 ? score / best : 1, adjustments: own } }
  })
}

/** Without distances all records are equally far. */
function compareDistance(
  { distance: one }: RecordAdjustments,
  { distance: other }: RecordAdjustments,
): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one - other
}

/** How a search with options for all kinds ranks records that are recalled by defaults. */
export function settingsOfRecords(defaults: RecallOptions, options: SearchOptions): SearchSettings {
  const { rerank, rerankCandidates, rerankDeadline, correctSpelling, weights } = options
  const shared = { rerank, rerankCandidates, rerankDeadline, correctSpelling, weights }
  return resolveSearchOptions({ ...shared, ...rankingOptionsOf(recallOptionsOf(defaults, options)) })
}

/** How a search with options for all kinds recalls records: by its own options, and by the defaults for the others. */
export function recallOptionsOf(defaults: RecallOptions, options: SearchOptions): RecallOptions {
  const { limit, threshold, time, fusion, textWeight, vectorWeight, signal } = options
  const byWords = vectorWeight === 0 ? ('keyword' as const) : undefined
  const byVectors = textWeight === 0 ? ('vector' as const) : undefined
  const strategy = typeof fusion === 'string' ? fusion : undefined
  const own = { limit, threshold, time, fusion: strategy, mode: byWords ?? byVectors, signal }
  return withDefaults(defaults, own)
}

/** The options of a recall: those that the caller gave, and the defaults for the others. */
export function withDefaults(defaults: RecallOptions, own: RecallOptions): RecallOptions {
  return {
    ...defaults,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
  }
}

/** The weights of each mode. */
export const weightsOf: Readonly<Record<RecallMode, Pick<SearchOptions, 'vectorWeight' | 'textWeight'>>> = {
  hybrid: {},
  keyword: { vectorWeight: 0 },
  vector: { textWeight: 0 },
}

/** How a recall ranks what it found, as options of a search. */
export function rankingOptionsOf(options: RecallOptions): SearchOptions {
  const { limit, mode = 'hybrid', fusion = 'calibrated', threshold, session, filter, spatial, tags } = options
  // These filters already select the records, so that the query need not resemble any of them.
  const isNarrowed = [session, filter, spatial, tags].some((given) => given !== undefined)
  return {
    limit,
    threshold: threshold ?? (isNarrowed ? 0 : undefined),
    fusion,
    // Where the nearest is wanted, the distance alone orders.
    time: spatial ? false : options.time,
    ...weightsOf[mode],
    perDocument: 1,
    // A record repeats another one only if the user asked for that.
    mergeDuplicates: false,
  }
}
