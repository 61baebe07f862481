import { storeSize } from '@recallite/store-sqlite'

/** A copy in memory has room for less than 1 GiB. */
const mostCopied = 900_000_000

/** Whether a database can be copied into memory. */
export function hasRoomForCopy(path: string): boolean {
  const { file, log } = storeSize(path)
  return file + log < mostCopied
}
