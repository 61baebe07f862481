import { closing } from '@recallite/command-line'
import { isExpired, type MemoryRecord } from '@recallite/store/records'
import { hasRecords, openRecordStore } from '../open/record-store.js'
import { findHookMemory, type HookServices, type HookOutcome } from './hook-memory.js'
import type { HostEvent } from './host-event.js'

const [pageSize, mostRecords] = [200, 10]

/** What a memory was told latest, for a conversation that begins: there is no question yet whose answer could be searched. */
export async function recallLatest(
  { folder }: HostEvent,
  { flags, setDeadline }: HookServices,
): Promise<HookOutcome> {
  const location = await findHookMemory(flags, folder)
  if ('silence' in location) return location
  const { hooks, recall } = location.resolved.settings
  setDeadline(hooks.deadline)
  if (!hasRecords(location)) return { silence: 'nothing was told yet' }
  return closing(await openRecordStore(location, true), async (store) => {
    // Changes are listed earliest first, under numbers that only rise, with gaps.
    const { last } = await store.counts()
    let page = await store.changes({ after: 0, limit: pageSize })
    for (let behind = last; page.hasMore && behind > 0;) {
      behind = Math.floor(behind / 8)
      page = await store.changes({ after: last - behind, limit: pageSize })
    }
    const records = page.changes.flatMap(({ record }) => record ?? []).toReversed()
    const now = Date.now()
    const isRecalled = (record: MemoryRecord) =>
      record.status === 'active' && record.confidence >= recall.minConfidence && !isExpired(record, now)
    const { latestContext } = await import('@recallite/core/tools')
    return { context: latestContext(records.filter(isRecalled).slice(0, mostRecords)), by: 'time' }
  })
}
