import { existsSync, statSync } from 'node:fs'
import { StoreError } from '@recallite/store'
import { isOfStore, logsOf, realPathOf } from './store-files.js'

function refused(reason: string, cause?: unknown): StoreError {
  return new StoreError('STORE_FILE_EXISTS', `${reason}, and it was not changed. Name another file.`, {
    cause,
  })
}

/** For something that is there already. */
export function fileExists(file: string, cause?: unknown): StoreError {
  return refused(`There is something at ${file} already`, cause)
}

/**
 * Whether a backup can be put somewhere without harm to what is there: not to the store that it is of, and not beside the
 * log of another database, which SQLite would take for that of the backup.
 * @throws StoreError `STORE_FILE_EXISTS`
 */
export function assertBackupPlace(
  file: string,
  { path, replace }: { readonly path: string; readonly replace: boolean },
): void {
  if (isOfStore(file, path)) throw refused(`${file} is the store itself, or a part of it`)
  const there = statSync(file, { throwIfNoEntry: false })
  if (there && !replace) throw fileExists(file)
  if (there && !there.isFile()) throw refused(`What is at ${file} is no file`)
  const log = logsOf(file)
    .concat(logsOf(realPathOf(file)))
    .find((name) => existsSync(name))
  if (log !== undefined) throw refused(`${log} is the log of a database that is in use, or was not closed`)
}
