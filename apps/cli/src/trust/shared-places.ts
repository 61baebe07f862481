import { statSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { printable, type Io } from '@recallite/command-line'
import { recalliteFolder } from '../settings/environment.js'
import type { ReadSettings } from '../settings/read-settings.js'

/** A folder in which others than the user may put what they like. */
export interface SharedPlace {
  readonly path: string
  /** Why, as a part of a sentence. */
  readonly reason: string
  /** Whether its permissions say so, or its owner. */
  readonly isOpen: boolean
}

/**
 * Which of the folders that the program takes its word from others can write to: those of the database, of the settings,
 * of the models, and that of the workspace file.
 * @param database path of its file, or `:memory:`
 */
export function sharedPlaces(resolved: ReadSettings, database: string): SharedPlace[] {
  const { settings, home, files } = resolved
  const folders = [
    ...(database === ':memory:' ? [] : [dirname(database)]),
    recalliteFolder(home),
    join(recalliteFolder(home), 'memory'),
    settings.models.path,
    ...(files.workspace === undefined ? [] : [dirname(files.workspace)]),
  ]
  return [...new Set(folders)].flatMap((path) => shared(path) ?? [])
}

const everybodyWrites = 0o002
const sticky = 0o1000
const root = 0

/** Windows has no such permissions; root and the user themself are no danger. */
function shared(path: string): SharedPlace | undefined {
  const user = process.getuid?.()
  const stats = user === undefined ? undefined : lookAt(path)
  if (!stats?.isDirectory()) return undefined
  if ((stats.mode & everybodyWrites) !== 0 && (stats.mode & sticky) === 0) {
    return { path, reason: 'every user of this machine may write there', isOpen: true }
  }
  if (stats.uid === user || stats.uid === root) return undefined
  return { path, reason: 'it belongs to another user', isOpen: false }
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

interface SharedSubject {
  readonly resolved: ReadSettings
  /** Of the database. */
  readonly path: string
}

/** Says in a line each which of these folders others can write to. */
export function tellSharedPlaces({ resolved, path }: SharedSubject, io: Pick<Io, 'talk'>): void {
  for (const place of sharedPlaces(resolved, path)) {
    io.talk(
      `Others can change what is in ${printable(place.path)}: ${place.reason}. See 'recallite doctor'.\n`,
    )
  }
}
