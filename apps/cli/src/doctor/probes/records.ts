import { closing, firstOf } from '@recallite/command-line'
import type { StoreAddress } from '@recallite/settings'
import { reasonOf } from '@recallite/core'
import { isAnotherStore, readSeen } from '@recallite/core/doctor'
import { RecordError, type RecordCounts, type RecordDamage } from '@recallite/store/records'
import { hasRoomForCopy, isOpen } from '../../open/driver.js'
import { hasRecordsFile, openUnchanged, totalOf } from '../../open/record-store.js'
import { hasRecordIndex, recordsFileOf } from '../../open/memory-location.js'
import { count } from '../../render/amounts.js'
import { failure, fine, type Outcome, recalliteCommand, warning } from '../finding.js'
import type { Subject } from '../subject.js'
import { unopenedOutcome, fixOf } from './database.js'

/** Whether the records can be read; with `--deep`, whether each is undamaged. Empty if there are none. */
export async function records(subject: Subject): Promise<Outcome[]> {
  const { path, connection, flags } = subject
  const { recordServer: server } = connection
  if (server !== undefined) return serverRecords(subject, server)
  const file = recordsFileOf(path)
  if (path === ':memory:') return []
  if (!hasRecordsFile(file)) return vanished(subject, file, { collections: [], source: '', last: 0 })
  const { recordsHeaderDamage } = await import('@recallite/store-sqlite/records')
  try {
    // SQLite would open a file with some kinds of damaged headers.
    const reason = recordsHeaderDamage({ path: file, mayBeLink: connection.mayBeLink })
    if (reason !== undefined) throw new RecordError('RECORDS_CORRUPT', `${file} is damaged: ${reason}`)
    return await examine(subject, file, recalliteCommand('doctor --repair', flags))
  } catch (error) {
    return [unopenedOutcome(error, { path: file, flags })]
  }
}

async function serverRecords(subject: Subject, { display }: StoreAddress): Promise<Outcome[]> {
  // The check of the index already reports why the same server cannot be reached.
  if (!hasRecordIndex(subject) && !isOpen(subject.store)) return []
  try {
    return await examine(subject, display, 'pg_restore --list recallite.dump')
  } catch (error) {
    return [failure(`the records at ${display} cannot be read`, reasonOf(error), fixOf(error, display))]
  }
}

/** Reports indexed records that are missing in the file, because it is another file or an older copy. */
async function vanished({ store, connection }: Subject, where: string, { expired = 0, ...counts }: Progress) {
  const index = isOpen(store) && !hasRecordIndex({ connection }) ? store.ofRecords?.() : undefined
  if (!index || !isAnotherStore(await readSeen(index), counts)) return []
  // The index has expired records until they are forgotten.
  const total = totalOf(counts) + expired
  const missing = (await index.status()).documents - total
  if (missing <= 0) return []
  const outcome = total === 0 ? failure : warning
  const detail = `${count(missing, 'record')} of the index are missing in ${where}`
  const cause = 'the file was removed, replaced or repaired; a backup may contain them'
  return [outcome(detail, cause, `cp BACKUP.records.sqlite ${where}`)]
}

type Progress = Pick<RecordCounts, 'collections' | 'source' | 'last'> & { readonly expired?: number }

async function examine(subject: Subject, where: string, fix: string): Promise<Outcome[]> {
  const { isDeep } = subject
  return closing(await openUnchanged(subject, hasRoomForCopy), async (store) => {
    const damages = isDeep ? damageOutcomes(await store.verify(), fix) : []
    if (damages.length > 0) return damages
    const checked = isDeep ? '; all match their checksums' : ''
    const counts = await store.counts()
    const { collections, sessions } = counts
    const amounts = `${count(totalOf(counts), 'record')} in ${count(collections.length, 'collection')}, ${count(sessions, 'session')}`
    return [fine(`${where}: ${amounts}${checked}`), ...(await vanished(subject, where, counts))]
  })
}

/** One outcome for each kind of damage, which names some of the records. */
function damageOutcomes(damages: readonly RecordDamage[], fix: string): Outcome[] {
  const kinds = Map.groupBy(damages, ({ isRestorable, reason }) => `${isRestorable} ${reason}`)
  return [...kinds.values()].map((some) => {
    const ids = some.flatMap(({ id }) => id ?? [])
    const what = ids.length > 0 ? firstOf(ids) : 'the file itself'
    const end = some[0]?.isRestorable
      ? 'a repair restores everything'
      : 'a repair loses what has no valid checksum'
    return failure(`${some.length} damaged: ${what}; ${end}`, some[0]?.reason ?? '', fix)
  })
}
