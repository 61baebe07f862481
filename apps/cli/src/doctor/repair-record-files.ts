import { existsSync } from 'node:fs'
import type { RecordsRepair } from '@recallite/store-sqlite/records'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation } from '../memory-location.js'
import { recordsFileOf } from '../record-files.js'
import { count } from '../render/amounts.js'
import { fine, warning, type Outcome } from './finding.js'
import { ownCommand } from './fix-commands.js'
import { makePrivate, unopenedOutcome } from './probes/database.js'
import { namedRecords } from './probes/records.js'

/** Which memory is repaired. */
type Place = Pick<MemoryLocation, 'path' | 'connection'>

/**
 * Repairs the records of a memory: a damaged file gives way to a new one with every record that is proven, and stays beside
 * it. Says what was done; nothing if nothing was damaged.
 */
export async function repairRecordFiles(place: Place, flags: Flags): Promise<readonly Outcome[]> {
  const file = recordsFileOf(place.path)
  return existsSync(file) ? mendRecords(file, place, flags) : []
}

async function mendRecords(path: string, { connection }: Place, flags: Flags): Promise<Outcome[]> {
  const { repairRecords } = await import('@recallite/store-sqlite/records')
  try {
    const repaired = await repairRecords({ path, mayBeLink: connection.mayBeLink })
    return [...makePrivate(path), ...recordOutcomes(repaired, flags)]
  } catch (error) {
    return [unopenedOutcome(error, { path, flags })]
  }
}

function recordOutcomes({ damages, aside, kept, lost }: RecordsRepair, flags: Flags): Outcome[] {
  if (aside === null) return []
  const { records, sessions } = kept
  const restored = `${count(records, 'record')} and ${count(sessions, 'session')} were restored into a new file`
  const unknown = damages.find(({ id, isRestorable }) => id === null && !isRestorable)
  const done = fine(`${restored}, ${count(lost.length, 'record')} lost; the damaged file is now ${aside}`)
  const fix = `${ownCommand('export RECORDS.jsonl', { ...flags, db: 'BACKUP.sqlite' })} && ${ownCommand('import RECORDS.jsonl', flags)}`
  return [
    done,
    ...(lost.length > 0
      ? [
          warning(
            `lost: ${namedRecords(lost)}`,
            'both copies of each were damaged; a backup may have them',
            fix,
          ),
        ]
      : []),
    ...(unknown
      ? [warning('whether others were lost cannot be told; a backup may have them', unknown.reason, fix)]
      : []),
  ]
}
