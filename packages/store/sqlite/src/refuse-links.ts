import { closeSync, lstatSync, openSync, type Stats } from 'node:fs'
import { StoreError } from '@recallite/store'
import { databaseFiles, lockFileOf, logsOf, realPathOf } from './store-files.js'

const ownerOnly = 0o600

function lookAt(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch {
    // A path that leads nowhere is SQLite's to refuse.
    return undefined
  }
}

/**
 * Refuses a link where the program is about to write: whoever put it there would have another file written.
 * @throws StoreError `STORE_LINK`
 */
export function refuseLink(file: string): void {
  const stats = lookAt(file)
  if (!stats || stats.isFile() || stats.isDirectory()) return
  const what = stats.isSymbolicLink() ? 'a link' : 'neither a file nor a folder'
  throw new StoreError(
    'STORE_LINK',
    `${file} is ${what}, and nothing is written through it: it may lead to a file of yours. Remove it, or name another database with --db.`,
  )
}

/**
 * Refuses links in the place of a database's files: of those that SQLite and the lock put beside it, and of the file itself
 * where that may not be one.
 * @throws StoreError `STORE_LINK`
 */
export function refuseLinks(
  path: string,
  { mayBeLink = true }: { readonly mayBeLink?: boolean | undefined },
): void {
  const real = realPathOf(path)
  if (!mayBeLink) refuseLink(path)
  refuseLink(real)
  const [, ...beside] = databaseFiles(real)
  for (const file of [...beside, ...logsOf(real), lockFileOf(real)]) refuseLink(file)
}

/** Makes an empty file that its owner alone may open, unless something is there: a link in its place is not followed. */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', ownerOnly))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    throw error
  }
}
