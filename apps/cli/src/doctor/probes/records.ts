import { existsSync } from 'node:fs'
import type { StoreAddress } from '@recallite/settings'
import { reasonOf } from '@recallite/core'
import { RecordError, type RecordCounts, type RecordDamage, type RecordStore } from '@recallite/records'
import { hasRoomForCopy, isOpen } from '../../open/driver.js'
import { recordsFileOf } from '../../open/record-store.js'
import { count, firstOf } from '../../render/amounts.js'
import { failure, fine, type Outcome, ownCommand } from '../finding.js'
import type { Subject } from '../subject.js'
import { unopenedOutcome, fixOf } from './database.js'

/** Whether the records can be read; with `--deep`, whether each is as it was written. Nothing if there are none. */
export async function records(subject: Subject): Promise<Outcome[]> {
  const { path, connection, isDeep, flags } = subject
  if (connection.server !== undefined) return serverRecords(subject, connection.server)
  const file = recordsFileOf(path)
  if (path === ':memory:' || !existsSync(file)) return []
  const { openSqliteRecords, recordsHeaderDamage } = await import('@recallite/store-sqlite/records')
  const options = { path: file, mayBeLink: connection.mayBeLink }
  try {
    // SQLite would open a file with some kinds of damaged headers.
    const reason = recordsHeaderDamage(options)
    if (reason !== undefined) throw new RecordError('RECORDS_CORRUPT', `${file} is damaged: ${reason}`)
    const isScratch = hasRoomForCopy(file)
    const store = await openSqliteRecords({ ...options, create: false, isScratch, isReadOnly: !isScratch })
    return await examine(store, { where: file, isDeep, fix: ownCommand('doctor --repair', flags) })
  } catch (error) {
    return [unopenedOutcome(error, { path: file, flags })]
  }
}

async function serverRecords({ store, isDeep }: Subject, server: StoreAddress): Promise<Outcome[]> {
  // The check of the index already reports why the server cannot be reached.
  if (!isOpen(store)) return []
  const { shown } = server
  const { openAddressRecords } = await import('@recallite/settings/server-store')
  try {
    const opened = await openAddressRecords(server, { create: false, isReadOnly: true })
    return await examine(opened, { where: shown, isDeep, fix: 'pg_restore --list recallite.dump' })
  } catch (error) {
    return [failure(`the records at ${shown} cannot be read`, reasonOf(error), fixOf(error, shown))]
  }
}

interface Examination {
  /** Where the records are. */
  readonly where: string
  readonly isDeep: boolean
  readonly fix: string
}

/** Examines records and closes them. */
async function examine(store: RecordStore, { where, isDeep, fix }: Examination): Promise<Outcome[]> {
  try {
    const damages = isDeep ? damageOutcomes(await store.verify(), fix) : []
    if (damages.length > 0) return damages
    const checked = isDeep ? '; every one is as it was written' : ''
    return [fine(`${where}: ${amountsOf(await store.counts())}${checked}`)]
  } finally {
    await store.close()
  }
}

/** How much is remembered, in words. */
function amountsOf({ collections, sessions }: RecordCounts): string {
  const all = collections.reduce((sum, { active, superseded }) => sum + active + superseded, 0)
  return `${count(all, 'record')} in ${count(collections.length, 'collection')}, ${count(sessions, 'session')}`
}

/** Damage of one kind is one outcome, which names some of the records. */
function damageOutcomes(damages: readonly RecordDamage[], fix: string): Outcome[] {
  const kinds = Map.groupBy(damages, ({ isRestorable, reason }) => `${isRestorable} ${reason}`)
  return [...kinds.values()].map((some) => {
    const ids = some.flatMap(({ id }) => id ?? [])
    const what = ids.length > 0 ? firstOf(ids) : 'the file itself'
    const end = some[0]?.isRestorable ? 'a repair loses nothing of it' : 'what no checksum proves is lost'
    return failure(`${some.length} damaged: ${what}; ${end}`, some[0]?.reason ?? '', fix)
  })
}
