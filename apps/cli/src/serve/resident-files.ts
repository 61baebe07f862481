import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError, orUndefined } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import { recalliteFolder, type StoreAddress } from '@recallite/settings'

/** The files of the resident program of one database; all are in one folder that only their user may enter. */
export interface ResidentFiles {
  readonly folder: string
  /** The socket where the program listens for the commands of its user; on Windows a file that names its pipe. */
  readonly socket: string
  /** What a program said that was started on demand. */
  readonly log: string
}

/** The folder of the sockets and of the token. */
export function serveFolder(home: string): string {
  return join(recalliteFolder(home), 'serve')
}

const hashLength = 16

/**
 * Where the resident program of a database is found; undefined if there is no such file.
 * @param database its path, by whatever links
 * @param server the server that has the index instead: then there is no file of this path
 */
export function residentFiles(
  home: string,
  database: string,
  server?: StoreAddress,
): ResidentFiles | undefined {
  const real = server === undefined ? realPathOf(database) : database
  if (real === undefined) return undefined
  const folder = serveFolder(home)
  const name = createHash('sha256').update(real).digest('hex').slice(0, hashLength)
  return { folder, socket: join(folder, `${name}.sock`), log: join(folder, `${name}.log`) }
}

/** Rights of the group and of all others. */
const rightsOfOthers = 0o077

/** Why something is not private to this user, as a part of a sentence; undefined if it is, or if there is nothing. */
export function faultOf(path: string, kind: 'folder' | 'file'): string | undefined {
  const stats = orUndefined(() => lstatSync(path, { throwIfNoEntry: false }))
  if (!stats) return undefined
  if (kind === 'folder' ? !stats.isDirectory() : !stats.isFile()) return `is no ${kind}. Remove it`
  const user = process.getuid?.()
  // Windows has no such permissions.
  if (user === undefined) return undefined
  if (stats.uid !== user) return 'belongs to another user. Remove it, or run this as that user'
  if ((stats.mode & rightsOfOthers) === 0) return undefined
  return kind === 'folder'
    ? `is open to other users. Close it: chmod 700 ${path}`
    : `can be read by other users, and one may have done so. Remove it; the next 'recallite serve' makes another one`
}

/** The longest path of a socket, in bytes: Linux takes 107, macOS 103. */
const longestSocket = 103

/**
 * Makes the folder for a program's files.
 * @throws UsageError if the folder is open to other users, or its path is too long for a socket
 */
export function makeServeFolder({ folder, socket }: Pick<ResidentFiles, 'folder' | 'socket'>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fault = faultOf(folder, 'folder')
  if (fault !== undefined) throw new UsageError(`${folder} ${fault}.`)
  if (process.platform === 'win32' || Buffer.byteLength(socket) <= longestSocket) return
  throw new UsageError(
    `${socket} is too long for the name of a socket (${longestSocket} bytes). Set HOME to a shorter path.`,
  )
}
