import { join } from 'node:path'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { createMemory } from '../../create-memory.js'
import type { Memory, MemoryOptions } from '../../memory.js'
import type { RecordMemory } from '../record-memory.js'

/** The initial time of a test's clock. */
export const start = Date.parse('2026-03-01T12:00:00Z')

/** A memory with records in new files, and a clock that the test sets; `open` reopens the files. */
export async function openRecordMemory(options: Partial<Omit<MemoryOptions, 'records'>> = {}) {
  const folder = temporaryFolder()
  const clock = { time: start }
  const now = () => clock.time
  const paths = { records: join(folder, 'records.sqlite'), index: join(folder, 'index.sqlite') }
  const open = async () => {
    const records = await openSqliteRecords({ path: paths.records, create: true, now })
    const index = await openSqliteStore({ path: paths.index, create: true })
    const whole = createMemory({ store: index, records, now, freshness: 'none', ...options })
    onTestFinished(() => whole.close())
    return { memory: recordsOf(whole), whole, records, index: index.ofRecords() }
  }
  return { clock, open, paths, ...(await open()) }
}

/** The records of a memory, with its `close`. */
export function recordsOf(memory: Memory & { readonly records: RecordMemory }) {
  return { ...memory.records, close: () => memory.close() }
}

/** The contents of recalled records, in order. */
export function contentsOf({
  results,
}: {
  readonly results: readonly { readonly record: { readonly content: string } }[]
}): string[] {
  return results.map(({ record }) => record.content)
}
