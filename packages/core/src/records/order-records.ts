import { matches, parseFilter } from '@recallite/store/filter'
import { decayOf, distanceTo, RecordError } from '@recallite/store/records'
import type { MemoryRecord, RecordStore } from '@recallite/store/records'
import type { Item } from '@recallite/store'
import { invalidOption } from '../errors.js'
import type { ReadItem, Ranking } from '../search/stages/ranked-items.js'
import type { QueryTime } from '../search/time/read-time.js'
import { type CurrentOptions, currentRecords } from './current-records.js'
import { orderByAdjustments } from './rank-records.js'
import type { RecallOptions, RecordAdjustments } from './record-memory.js'
import { newestFirst, readLinks } from './record-links.js'

/** The stage `order` of a recall. */
export type OrderRecords = ReturnType<typeof orderRecords>

/**
 * Orders the records of a ranking with `orderByAdjustments`. The factors are (1 + confidence) / 2; the boost, from 0.5 to 2, if its
 * filter matches; and with a half-life the decay by age, from 0.5, slower the more often a record was used. Omits records that are
 * gone, not current or too far away, and adds the records that contradict them, the newer one first unless a position or time decides.
 * @returns `order`: orders items and adds their records; `adjustmentsOf`: the adjustments of items by record id
 * @throws MemoryError `OPTION_INVALID`; FilterError
 */
export function orderRecords(records: Pick<RecordStore, 'getAll'>, options: RecallOptions & CurrentOptions) {
  const boost = readBoost(options)

  function adjustmentsFor(record: MemoryRecord): RecordAdjustments {
    return {
      confidence: (1 + record.confidence) / 2,
      boost: boost && matches(boost.filter, record.context) ? boost.factor : 1,
      decay: decayFactor(record, { now: options.at, halfLife: options.decay?.halfLife }),
      distance: (options.spatial && distanceTo(options.spatial, record.context)) ?? null,
    }
  }

  const recordsOf = (items: readonly Item[]) =>
    readCurrent([...new Set(items.map(({ locator }) => locator.path))])

  async function readCurrent(ids: readonly string[]): Promise<MemoryRecord[]> {
    const all = await records.getAll(ids).catch((error: unknown) => {
      // Files are found while the server of records is not available.
      if (ids.length === 0 && RecordError.isInstance(error) && error.code === 'RECORDS_UNAVAILABLE') return []
      throw error
    })
    return currentRecords(all, records, options)
  }

  function adjustmentsById(found: readonly MemoryRecord[]) {
    const entries = found.map((record) => [record.id, adjustmentsFor(record)] as const)
    return new Map(entries.filter(([, adjustments]) => isNear(adjustments, options)))
  }

  return {
    adjustmentsOf: async (items: readonly Item[]) => adjustmentsById(await recordsOf(items)),
    async order(found: readonly ReadItem[], time: QueryTime | null = null): Promise<Ranking> {
      const all = await recordsOf(found.map(({ item }) => item))
      const byId = new Map(all.map((record) => [record.id, record]))
      const ordered = orderByAdjustments(found, adjustmentsById(all))
      const links = await readLinks(all, readCurrent)
      const linked = ordered.map((ranked) => {
        const { path } = ranked.item.locator
        return { ...ranked, record: byId.get(path), ...links.get(path) }
      })
      return options.spatial || time ? linked : newestFirst(linked)
    },
  }
}

function isNear({ distance }: RecordAdjustments, { spatial }: RecallOptions): boolean {
  const max = spatial?.maxDistance
  return max === undefined || (distance !== null && distance <= max)
}

const millisecondsInDay = 86_400_000
const minDecay = 0.5

function decayFactor(
  { occurredAt, createdAt, accessCount, returnCount }: MemoryRecord,
  { now, halfLife }: { readonly now: number; readonly halfLife: number | undefined },
): number {
  if (halfLife === undefined) return 1
  if (!(halfLife > 0)) throw invalidOption(`The half-life is ${halfLife} days; it must be above 0.`)
  // Being returned counts less than being read, or frequent results would never decay.
  const uses = accessCount + Math.log2(1 + returnCount)
  const age = now - (occurredAt ?? createdAt)
  return decayOf({ age, accessCount: uses }, { halfLife: halfLife * millisecondsInDay, floor: minDecay })
}

function readBoost({ boost }: RecallOptions) {
  if (!boost) return undefined
  if (!(boost.factor >= 0.5 && boost.factor <= 2)) {
    throw invalidOption(`The factor of the boost is ${boost.factor}; it must be from 0.5 to 2.`)
  }
  return { filter: parseFilter(boost.filter), factor: boost.factor }
}
