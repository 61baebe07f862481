import { existsSync } from 'node:fs'
import type { StoreAddress } from '@recallite/settings'
import { reasonOf } from '@recallite/core'
import { RecordError, type RecordCounts, type RecordDamage } from '@recallite/records'
import { hasRoomForCopy, isOpen } from '../../open/driver.js'
import { recordsFileOf } from '../../open/record-store.js'
import { count } from '../../render/amounts.js'
import { failure, fine, type Outcome } from '../finding.js'
import { ownCommand } from '../finding.js'
import type { Subject } from '../subject.js'
import { unopenedOutcome } from './database.js'
import { fixOf } from './database.js'

/** Whether the records can be read; with `--deep`, whether each is as it was written. Nothing if there are none. */
export async function records(subject: Subject): Promise<Outcome[]> {
  const { path, connection, isDeep, flags } = subject
  if (connection.server !== undefined) return serverRecords(subject, connection.server)
  const file = recordsFileOf(path)
  if (path === ':memory:' || !existsSync(file)) return []
  const { openSqliteRecords, recordsHeaderDamage } = await import('@recallite/store-sqlite/records')
  const place = { path: file, mayBeLink: connection.mayBeLink }
  try {
    // SQLite would open a file with some kinds of damaged headers.
    const reason = recordsHeaderDamage(place)
    if (reason !== undefined) throw new RecordError('RECORDS_CORRUPT', `${file} is damaged: ${reason}`)
    const isScratch = hasRoomForCopy(file)
    const store = await openSqliteRecords({ ...place, create: false, isScratch, isReadOnly: !isScratch })
    try {
      const damages = isDeep ? damageOutcomes(await store.verify(), ownCommand('doctor --repair', flags)) : []
      if (damages.length > 0) return damages
      const checked = isDeep ? '; every one is as it was written' : ''
      return [fine(`${file}: ${amountsOf(await store.counts())}${checked}`)]
    } finally {
      await store.close()
    }
  } catch (error) {
    return [unopenedOutcome(error, { path: file, flags })]
  }
}

/** Whether the records on the server can be read; with `--deep`, whether each is as it was written. Nothing if there are none. */
async function serverRecords(
  { store, isDeep }: Pick<Subject, 'store' | 'isDeep'>,
  server: StoreAddress,
): Promise<Outcome[]> {
  // Why the server cannot be reached is said of the index.
  if (!isOpen(store)) return []
  const { shown } = server
  const { openAddressRecords } = await import('@recallite/settings/server-store')
  try {
    const opened = await openAddressRecords(server, { create: false, isReadOnly: true })
    try {
      const counts = await opened.counts()
      const damages = isDeep ? await opened.verify() : []
      const damaged = damages.flatMap(({ id }) => id ?? [])
      if (damaged.length > 0)
        return [
          failure(
            `damaged: ${namedRecords(damaged)}`,
            damages[0]?.reason ?? '',
            'pg_restore --list recallite.dump',
          ),
        ]
      return counts.last === 0 ? [] : [fine(`${shown}: ${amountsOf(counts)}`)]
    } finally {
      await opened.close()
    }
  } catch (error) {
    return [failure(`the records at ${shown} cannot be read`, reasonOf(error), fixOf(error, shown))]
  }
}

/** How much is remembered, in words. */
function amountsOf({ collections, sessions }: RecordCounts): string {
  const all = collections.reduce((sum, { active, superseded }) => sum + active + superseded, 0)
  return `${count(all, 'record')} in ${count(collections.length, 'collection')}, ${count(sessions, 'session')}`
}

const shownAtMost = 5

/** The first of some ids, and how many there are besides. */
export function namedRecords(ids: readonly string[]): string {
  const rest = ids.length > shownAtMost ? ` and ${ids.length - shownAtMost} more` : ''
  return `${ids.slice(0, shownAtMost).join(', ')}${rest}`
}

/** Damage of one kind is one outcome, which names some of the records. */
function damageOutcomes(damages: readonly RecordDamage[], fix: string): Outcome[] {
  const kinds = new Map(damages.map((damage) => [`${damage.isRestorable} ${damage.reason}`, damage]))
  return [...kinds.values()].map((first) => {
    const some = damages.filter(
      ({ reason, isRestorable }) => reason === first.reason && isRestorable === first.isRestorable,
    )
    const ids = some.flatMap(({ id }) => id ?? [])
    const what = ids.length > 0 ? namedRecords(ids) : 'the file itself'
    const end = first.isRestorable
      ? 'a repair loses nothing of it'
      : 'a repair restores what its checksums prove'
    return failure(`${some.length} damaged: ${what}; ${end}`, first.reason, fix)
  })
}
