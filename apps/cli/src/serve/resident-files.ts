import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError, writeWhole } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import type { StoreAddress } from '@recallite/settings'
import { type Endpoint, faultOf, serveFolder } from './endpoint.js'

/** The files of the resident program of one database; all are in one folder that only their user may enter. */
export type ResidentFiles = NonNullable<ReturnType<typeof residentFiles>>

const hashLength = 16

/**
 * The files of the resident program of a database; undefined if the database does not exist.
 * @param database its path, which may contain links
 * @param server the server with the index, if it is not in a file
 * @returns `endpoint`: the file with the endpoint of the running program; see `Endpoint`
 */
export function residentFiles(home: string, database: string, server?: StoreAddress) {
  const real = server === undefined ? realPathOf(database) : database
  if (real === undefined) return undefined
  const folder = serveFolder(home)
  const name = createHash('sha256').update(real).digest('hex').slice(0, hashLength)
  return { folder, endpoint: join(folder, `${name}.json`) }
}

/** Creates the folder for the files of resident programs; throws a UsageError if other users can access it. */
export function makeServeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fault = faultOf(folder, 'folder')
  if (fault !== undefined) throw new UsageError(`${folder} ${fault}.`)
}

/** A secret of 256 random bits. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** Writes an endpoint into its file, which only the user can read. */
export function writeEndpoint(file: string, endpoint: Endpoint): void {
  writeWhole(file, [JSON.stringify(endpoint)], { mode: 0o600, isLasting: false })
}
