import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printable, type Io, orUndefined } from '@recallite/command-line'
import { isFromWorkspace, recalliteFolder, type ReadSettings, type SettingKey } from '@recallite/settings'
import type { ConnectionOptions } from '../open/driver.js'

type Resolved = Pick<ReadSettings, 'originOf' | 'valueOf' | 'workspaceFolder'>

/** The folder that must contain a setting's value if an untrusted file sets it. */
export function boundOf(resolved: Resolved, key: SettingKey): string | undefined {
  const { workspaceFolder, originOf } = resolved
  if (workspaceFolder === undefined || workspaceFolder.isTrusted) return undefined
  return isFromWorkspace(originOf(key)) ? workspaceFolder.path : undefined
}

/**
 * Limits for a database that a workspace file names, because it may have come with the folder: its file must not be a link, and only
 * roots in that folder are used unless the folder is trusted.
 */
export function confinementOf(resolved: Resolved): Pick<ConnectionOptions, 'within' | 'mayBeLink'> {
  if (!isFromWorkspace(resolved.originOf('store.path')) || resolved.valueOf('store.path') === ':memory:')
    return {}
  return { mayBeLink: false, within: boundOf(resolved, 'store.path') }
}

/**
 * Lists the folders of the database, settings, models and workspace file that other users can write to.
 * @param database path of its file, or `:memory:`
 * @returns `reason`: a clause; `isOpen`: whether the permissions are the reason, not the owner
 */
export function sharedFolders(resolved: ReadSettings, database: string) {
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

const [everyoneWrites, sticky, root] = [0o002, 0o1000, 0]

function shared(path: string) {
  const user = process.getuid?.()
  // Windows has no such permissions.
  if (user === undefined) return undefined
  const stats = orUndefined(() => statSync(path, { throwIfNoEntry: false }))
  if (!stats?.isDirectory()) return undefined
  if ((stats.mode & everyoneWrites) !== 0 && (stats.mode & sticky) === 0) {
    return { path, reason: 'every user on this machine can write to it', isOpen: true }
  }
  if (stats.uid === user || stats.uid === root) return undefined
  return { path, reason: 'it belongs to another user', isOpen: false }
}

/** Warns about each folder that other users can write to. */
export function printSharedFolders(
  { resolved, path: database }: { readonly resolved: ReadSettings; readonly path: string },
  io: Pick<Io, 'talk'>,
): void {
  for (const { path, reason } of sharedFolders(resolved, database)) {
    io.talk(`Other users can change files in ${printable(path)}: ${reason}. Run 'recallite doctor'.\n`)
  }
}
