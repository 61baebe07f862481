import { closing } from '@recallite/command-line'
import { isExpired, type MemoryRecord } from '@recallite/store/records'
import { hasRecords, openRecordStore } from '../open/record-store.js'
import { findHookMemory, type HookServices, type HookOutcome, HookSilence } from './hook-memory.js'
import type { HostEvent } from './host-event.js'
import { type HookNote, openSessionNotes } from './session-notes.js'

const [pageSize, maxRecords] = [200, 10]

/** Recalls the latest records at the start of a conversation, when there is no question yet. */
export async function recallLatest(
  event: HostEvent,
  { flags, setDeadline }: HookServices,
): Promise<HookOutcome> {
  const location = await findHookMemory(flags, event.folder)
  const { hooks, recall } = location.resolved.settings
  setDeadline(hooks.deadline)
  const notes = openSessionNotes(location.resolved.home, event)
  if (event.source !== 'resume') notes.clear()
  if (!hasRecords(location)) throw new HookSilence('there are no records yet')
  return closing(await openRecordStore(location, true), async (store) => {
    const { records } = await store.list({ status: 'active', isLatestFirst: true, limit: pageSize })
    const now = Date.now()
    const isRecalled = (record: MemoryRecord) =>
      hooks.origins.includes(record.origin) &&
      record.confidence >= recall.minConfidence &&
      !isExpired(record, now)
    const recalled = records.filter(isRecalled).slice(0, maxRecords)
    const added = recalled.filter((record) => !notes.has(noteOf(record)))
    const { latestContext } = await import('@recallite/core/tools')
    const { text: context, count } = latestContext(added)
    return { context, done: 'Found by time.', keep: () => notes.add(added.slice(0, count).map(noteOf)) }
  })
}

const noteOf = ({ id, content }: MemoryRecord): HookNote => ({ id, text: content })
