import type { MemoryRecord, RecordStore } from '@recallite/records'
import { hasRecords, openRecordStore } from '../open/record-store.js'
import { findHookMemory, type HookServices, type HookOutcome } from './hook-memory.js'
import type { HostEvent } from './host-event.js'

/** How many records are looked at, and shown, at most. */
const [latestChanges, mostRecords] = [500, 10]

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
  const store = await openRecordStore(location, true)
  try {
    const records = await latestOf(store)
    const isSure = ({ status, confidence }: MemoryRecord) =>
      status === 'active' && confidence >= recall.minConfidence
    const { latestContext } = await import('@recallite/core/tools')
    return { context: latestContext(records.filter(isSure).slice(0, mostRecords)), by: 'time' }
  } finally {
    await store.close()
  }
}

/** The records among the latest changes, the latest first: changes have numbers that only rise, and are listed from the earliest on. */
async function latestOf(store: Pick<RecordStore, 'counts' | 'changes'>): Promise<MemoryRecord[]> {
  const { last } = await store.counts()
  const { changes } = await store.changes({ after: Math.max(0, last - latestChanges), limit: latestChanges })
  return changes.flatMap(({ record }) => record ?? []).toReversed()
}
