import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError, orUndefined, writeWhole } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import { recalliteFolder, type StoreAddress } from '@recallite/settings'

/** The files of the resident program of one database; all are in one folder that only their user may enter. */
export interface ResidentFiles {
  readonly folder: string
  /** The file with the endpoint of the running program; see `Endpoint`. */
  readonly endpoint: string
}

/** The folder of the endpoints and of the token. */
export const serveFolder = (home: string): string => join(recalliteFolder(home), 'serve')

const hashLength = 16

/**
 * The files of the resident program of a database; undefined if the database does not exist.
 * @param database its path, which may contain links
 * @param server the server with the index, if it is not in a file
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
  return { folder, endpoint: join(folder, `${name}.json`) }
}

const rightsOfOthers = 0o077

/** Why a path is not private to this user, as a clause; undefined if it is private or does not exist. */
export function faultOf(path: string, kind: 'folder' | 'file'): string | undefined {
  const stats = orUndefined(() => lstatSync(path, { throwIfNoEntry: false }))
  if (!stats) return undefined
  if (kind === 'folder' ? !stats.isDirectory() : !stats.isFile()) return `is not a ${kind}. Remove it`
  const user = process.getuid?.()
  // Windows has no such permissions.
  if (user === undefined) return undefined
  if (stats.uid !== user) return 'belongs to another user. Remove it, or run this as that user'
  if ((stats.mode & rightsOfOthers) === 0) return undefined
  return kind === 'folder'
    ? `is open to other users. Run: chmod 700 ${path}`
    : `can be read by other users, so it may not be secret. Remove it; the next 'recallite serve' creates a new one`
}

/** Creates the folder for the files of resident programs; throws a UsageError if other users can access it. */
export function makeServeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fault = faultOf(folder, 'folder')
  if (fault !== undefined) throw new UsageError(`${folder} ${fault}.`)
}

/**
 * How a program and its user's commands find and recognise each other. Other users can take the port once the program has ended. So a
 * command first sends only the token, and sends its query only to a program that answers with the proof.
 */
export interface Endpoint {
  readonly port: number
  /** Sent by a command. */
  readonly token: string
  /** Sent in the program's answer. */
  readonly proof: string
}

/** The only address that programs listen on; other machines cannot reach it. */
export const loopback = '127.0.0.1'

/** The header of an answer with the proof. */
export const proofHeader = 'recallite-proof'

/** The endpoint of a new program. */
export const makeEndpoint = (port: number): Endpoint => ({ port, token: makeSecret(), proof: makeSecret() })

/** A secret of 256 random bits. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** Writes an endpoint into its file, which only the user can read. */
export function writeEndpoint(file: string, endpoint: Endpoint): void {
  writeWhole(file, [JSON.stringify(endpoint)], { mode: 0o600, isLasting: false })
}

/** Reads the endpoint of the program that listens now; throws if its file contains no endpoint. */
export const readEndpoint = (file: string): Endpoint => JSON.parse(readSmall(file)) as Endpoint

/** Reads a file of this folder; empty if it is larger than any that this program writes. */
export const readSmall = (file: string): string =>
  statSync(file).size > 10_000 ? '' : readFileSync(file, 'utf8')
