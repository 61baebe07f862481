import { existsSync, readFileSync, statSync } from 'node:fs'
import { isOutOfRoom } from './free-room.js'
import { logsOf } from './store-files.js'

/**
 * The bytes of a file that no connection has open, or undefined: then there is no log beside it, neither before nor after.
 * SQLite would have to make a log first, for which there need not be room.
 */
export function readClosed(path: string): Buffer | undefined {
  if (hasLog(path) || !statSync(path).isFile()) return undefined
  const before = stateOf(path)
  const bytes = readFileSync(path)
  return hasLog(path) || stateOf(path) !== before ? undefined : bytes
}

/** What tells that a file was written to. */
function stateOf(path: string): string {
  const { size, mtimeNs } = statSync(path, { bigint: true })
  return `${size} ${mtimeNs}`
}

/** An empty log is left where there was no room to open the database; without that it may be of an open connection. */
function hasLog(path: string): boolean {
  const logs = logsOf(path).filter((log) => existsSync(log))
  return logs.length > 0 && !(isOutOfRoom(path) && logs.every((log) => statSync(log).size === 0))
}
