import { closing } from '@recallite/command-line'
import { isExpired, type MemoryRecord } from '@recallite/store/records'
import { hasRecords, openRecordStore } from '../open/record-store.js'
import { findHookMemory, type HookServices, type HookOutcome } from './hook-memory.js'
import type { HostEvent } from './host-event.js'
import { type HookNote, openSessionNotes } from './session-notes.js'

const [pageSize, maxRecords] = [200, 10]

/** Recalls the latest records at the start of a conversation, when there is no question yet. */
export async function recallLatest(
  event: HostEvent,
  { flags, setDeadline }: HookServices,
): Promise<HookOutcome> {
  const location = await findHookMemory(flags, event.folder)
  if ('silence' in location) return location
  const { hooks, recall } = location.resolved.settings
  const isAllowed = ({ origin }: MemoryRecord) => hooks.origins.includes(origin)
  setDeadline(hooks.deadline)
  const notes = openSessionNotes(location.resolved.home, event)
  if (event.source !== 'resume') notes.clear()
  if (!hasRecords(location)) return { silence: 'there are no records yet' }
  return closing(await openRecordStore(location, true), async (store) => {
    // Changes are listed earliest first, with ascending numbers that have gaps.
    const { last } = await store.counts()
    let page = await store.changes({ after: 0, limit: pageSize })
    for (let distance = last; page.hasMore && distance > 0;) {
      distance = Math.floor(distance / 8)
      page = await store.changes({ after: last - distance, limit: pageSize })
    }
    const records = page.changes.flatMap(({ record }) => record ?? []).toReversed()
    const now = Date.now()
    const isRecalled = (record: MemoryRecord) =>
      record.status === 'active' && record.confidence >= recall.minConfidence && !isExpired(record, now)
    const recalled = records.filter(isAllowed).filter(isRecalled).slice(0, maxRecords)
    const added = recalled.filter((record) => !notes.has(noteOf(record)))
    const { latestContext } = await import('@recallite/core/tools')
    const { text: context, count } = latestContext(added)
    return { context, by: 'time', keep: () => notes.add(added.slice(0, count).map(noteOf)) }
  })
}

const noteOf = ({ id, content }: MemoryRecord): HookNote => ({ id, text: content })
