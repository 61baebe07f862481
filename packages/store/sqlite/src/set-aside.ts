import { existsSync, renameSync } from 'node:fs'
import { databaseFiles, realPathOf } from './store-files.js'
import { toStoreError } from './sqlite-errors.js'

/**
 * Moves a database with what belongs to it to a free name beside it, and says which; nothing is lost. For whoever holds
 * its lock (see `lockStore`) and has closed it: another who has it open goes on in the file under its new name.
 * @throws StoreError
 */
export function setAsideStore(path: string): string {
  const real = realPathOf(path)
  let number = 1
  while (databaseFiles(`${real}.damaged-${number}`).some((file) => existsSync(file))) number += 1
  const aside = `${real}.damaged-${number}`
  const to = databaseFiles(aside)
  try {
    // The database first: a log without one is no more than what SQLite passes over.
    for (const [position, file] of databaseFiles(real).entries()) {
      if (existsSync(file)) renameSync(file, to[position] ?? aside)
    }
  } catch (error) {
    throw toStoreError(error, path)
  }
  return aside
}
