import { lstatSync, rmdirSync, truncateSync } from 'node:fs'
import { StoreError } from '@recallite/store'

function removeFolder(file: string): void {
  try {
    rmdirSync(file)
  } catch (cause) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `${file} has to be a file that processes lock, and is a folder that cannot be removed. Move it away: what is indexed stays.`,
      { cause },
    )
  }
}

/**
 * Makes a lock's file one that can be locked, whatever lies in its place: a lock is an empty file, and SQLite refuses one
 * with something else in it. A file that is empty is not opened, since that would let go of this process's own lock on it.
 * @throws StoreError `STORE_UNAVAILABLE` for a folder that is not empty
 */
export function clearLockFile(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) removeFolder(file)
  else if (stat?.isFile() && stat.size > 0) truncateSync(file)
}
