import { matches, parseFilter } from '@recallite/filter'
import { decayOf, distanceTo, isExpired, type MemoryRecord, type RecordStore } from '@recallite/records'
import type { Store } from '@recallite/store'
import { invalidOption } from '../errors.js'
import type { RankedItem, Ranking } from '../search/stages/fuse.js'
import { readItems } from '../search/stages/read-items.js'
import type { RecallOptions, RecallResult } from './record-memory.js'

/** A record with its score. */
export type AdjustedRecord = Pick<RecallResult, 'record' | 'score' | 'adjustments'>

interface OrderSource {
  readonly records: Pick<RecordStore, 'getAll'>
  readonly index: Pick<Store, 'readItems'>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Orders the records of a ranking by the share of the best one that their product has: fused score × (1 + confidence) / 2 ×
 * the factor of the boost, from 0.5 to 2, where its filter matches × with a half-life, the decay by age, at least 0.5 and slower
 * the more often a record was used. With a position the nearest record comes first, and records without coordinates last, or
 * not at all if there is a largest distance. Records that are gone or have expired, or have another status than the index says, are left out.
 * Everything is computed from the records as they are, so that recalling twice gives the same.
 * @returns the stage `adjust` of a search, and what was found out of the records that were ordered, by id
 * @throws MemoryError `OPTION_INVALID`; FilterError
 */
export function orderRecords({ records, index, now }: OrderSource, options: RecallOptions) {
  const boost = readBoost(options)
  const adjusted = new Map<string, AdjustedRecord>()

  function adjustOne(item: RankedItem, record: MemoryRecord, bestFused: number): AdjustedRecord {
    const adjustments = {
      confidence: (1 + record.confidence) / 2,
      boost: boost && matches(boost.filter, record.context) ? boost.factor : 1,
      decay: decayFactor(record, { now, halfLife: options.decay?.halfLife }),
      distance: (options.spatial && distanceTo(options.spatial, record.context)) ?? null,
    }
    const share = bestFused > 0 ? Math.max(0, item.fused.score) / bestFused : 1
    const { confidence, boost: boosted, decay } = adjustments
    return { record, adjustments, score: share * confidence * boosted * decay }
  }

  async function adjust(ranking: Ranking): Promise<Ranking> {
    const { found } = await readItems(index, ranking)
    const ids = [...new Set(found.map(({ item }) => item.locator.path))]
    const known = new Map((await records.getAll(ids)).map((record) => [record.id, record]))
    const bestFused = Math.max(0, ...found.map(({ fused }) => fused.score))
    const scored = found.flatMap((item) => {
      const record = known.get(item.item.locator.path)
      if (!record || isExpired(record, now) || !isWanted(record, options)) return []
      return [{ item, of: adjustOne(item, record, bestFused) }]
    })
    const placed = scored.filter(({ of }) => isNear(of, options))
    const ordered = placed.toSorted((a, b) => compareDistance(a.of, b.of) || b.of.score - a.of.score)
    // With a position the best one need not be the first; without a fused score above 0 all are equally good.
    const best = Math.max(0, ...ordered.map(({ of }) => of.score))
    for (const { of } of ordered.toReversed()) {
      adjusted.set(of.record.id, { ...of, score: best > 0 ? of.score / best : 1 })
    }
    return ordered.map(({ item }) => item)
  }

  return { adjust, adjusted }
}

/** The index may be behind: another process may have forgotten or superseded a record meanwhile. */
function isWanted({ status }: MemoryRecord, { includeSuperseded = false }: RecallOptions): boolean {
  return includeSuperseded || status === 'active'
}

function isNear({ adjustments }: AdjustedRecord, { spatial }: RecallOptions): boolean {
  const most = spatial?.maxDistance
  return most === undefined || (adjustments.distance !== null && adjustments.distance <= most)
}

/** Without distances all records are equally far. */
function compareDistance(a: AdjustedRecord, b: AdjustedRecord): number {
  const [one, other] = [a.adjustments.distance, b.adjustments.distance]
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one - other
}

const millisecondsInDay = 86_400_000
/** Age never buries a record. */
const leastDecay = 0.5

function decayFactor(
  { occurredAt, createdAt, accessCount, returnCount }: MemoryRecord,
  { now, halfLife }: { readonly now: number; readonly halfLife: number | undefined },
): number {
  if (halfLife === undefined) return 1
  if (!(halfLife > 0)) throw invalidOption(`The half-life is ${halfLife} days; it must be above 0.`)
  // Being returned protects less than being read: what is often among the results would otherwise never grow old.
  const uses = accessCount + Math.log2(1 + returnCount)
  const age = now - (occurredAt ?? createdAt)
  return decayOf({ age, accessCount: uses }, { halfLife: halfLife * millisecondsInDay, floor: leastDecay })
}

function readBoost({ boost }: RecallOptions) {
  if (!boost) return undefined
  if (!(boost.factor >= 0.5 && boost.factor <= 2)) {
    throw invalidOption(`The factor of the boost is ${boost.factor}; it must be from 0.5 to 2.`)
  }
  return { filter: parseFilter(boost.filter), factor: boost.factor }
}
