import { join } from 'node:path'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { createRecordMemory } from '../create-record-memory.js'
import type { RecordMemoryOptions } from '../record-memory.js'

/** When the clock of a memory in a test begins. */
export const start = Date.parse('2026-03-01T12:00:00Z')

/** A memory of records in files of its own, with a clock that a test sets; `open` opens the same files again. */
export async function openRecordMemory(options: Partial<RecordMemoryOptions> = {}) {
  const folder = temporaryFolder()
  const clock = { time: start }
  const now = () => clock.time
  const paths = { records: join(folder, 'records.sqlite'), index: join(folder, 'index.sqlite') }
  const open = async () => {
    const records = await openSqliteRecords({ path: paths.records, create: true, now })
    const index = await openSqliteStore({ path: paths.index, create: true })
    const memory = createRecordMemory({ records, index, now, ...options })
    onTestFinished(() => memory.close())
    return { memory, records, index }
  }
  return { clock, open, paths, ...(await open()) }
}

/** The contents of what was recalled, in its order. */
export function contentsOf({
  results,
}: {
  readonly results: readonly { readonly record: { readonly content: string } }[]
}): string[] {
  return results.map(({ record }) => record.content)
}
