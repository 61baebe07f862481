import type { RecordMemory } from '@recallite/core/records'
import { RecordError } from '@recallite/records'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../memory-location.js'
import type { OpenRecords } from '../open-records.js'

/** What a server needs of a memory of records. */
export type ServedRecords = Pick<
  RecordMemory,
  'remember' | 'supersede' | 'recall' | 'forget' | 'startSession' | 'endSession' | 'listSessions'
>

/** Records that a server opens at their first use: most sessions need none, and their files are not made before. */
export interface LazyRecords {
  readonly records: ServedRecords
  /** Closes what was opened. */
  close(): Promise<void>
}

/** The records of a memory. If their file is replaced, the call fails, and the next one opens the new file. */
export function lazyRecords(location: MemoryLocation, flags: Flags): LazyRecords {
  let opened: Promise<OpenRecords> | undefined

  async function open(): Promise<OpenRecords> {
    const { openRecords } = await import('../open-records.js')
    return openRecords(location, flags, { livesLong: true })
  }

  async function close(): Promise<void> {
    const before = opened
    opened = undefined
    const { records } = (await before?.catch(() => undefined)) ?? {}
    await records?.close()
  }

  async function use<Result>(work: (records: RecordMemory) => Promise<Result>): Promise<Result> {
    opened ??= open()
    const current = opened
    try {
      return await work((await current).records)
    } catch (error) {
      const isGone = RecordError.isInstance(error) && error.code === 'RECORDS_UNAVAILABLE'
      const isUnopened = await current.then(
        () => false,
        () => true,
      )
      if ((isGone || isUnopened) && opened === current) await close().catch(() => undefined)
      throw error
    }
  }

  return {
    records: {
      remember: (content, how) => use((records) => records.remember(content, how)),
      supersede: (id, content, fields) => use((records) => records.supersede(id, content, fields)),
      recall: (query, how) => use((records) => records.recall(query, how)),
      forget: (id) => use((records) => records.forget(id)),
      startSession: (session) => use((records) => records.startSession(session)),
      endSession: (id, how) => use((records) => records.endSession(id, how)),
      listSessions: (request) => use((records) => records.listSessions(request)),
    },
    close,
  }
}
