import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** In bytes: SQLite makes an index of the log when it opens a database, and a first entry in the log when it writes. */
export const neededToOpen = 64 * 1024

/** Less than this, in bytes, is no room. */
const least = 2 * neededToOpen

function existingFolder(path: string): string {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? folder : existingFolder(folder)
}

/** The disk that a file lies on, or would lie on. */
export interface DiskRoom {
  /** The nearest folder around the file that is there. */
  readonly folder: string
  /** In bytes, for this user. */
  readonly free: number
}

/** How much room there is for a file; undefined where the system does not say, and for a database in memory. */
export function roomFor(path: string): DiskRoom | undefined {
  if (path === ':memory:') return undefined
  try {
    const folder = existingFolder(resolve(path))
    const { bavail, bsize } = statfsSync(folder)
    return { folder, free: bavail * bsize }
  } catch {
    return undefined
  }
}

/** Whether hardly anything can be written where a file lies. */
export function isOutOfRoom(path: string): boolean {
  const room = roomFor(path)
  return room !== undefined && room.free < least
}

/** What a full disk has and lacks, as sentences. `needed`: in bytes, as far as it is known. */
export function describeFullDisk(path: string, needed?: number): string {
  const room = roomFor(path)
  const free = room && ` ${inBytes(room.free)} are free in ${room.folder}`
  const lack = needed === undefined ? '' : `, about ${inBytes(needed)} are needed`
  return `The disk that holds ${path} is full.${free === undefined ? '' : `${free}${lack}.`} Make room and run the same command again: it goes on where it stopped, and nothing that was written is lost.`
}

function inBytes(count: number): string {
  return count < 100_000 ? `${count} bytes` : `${(count / 1_000_000).toFixed(1)} MB`
}

/** Text becomes about four times as many bytes in the database: with its words, their index, and what is embedded of it. */
const bytesPerLetter = 4

/** How much room a document takes up, in bytes and roughly. */
export function bytesOfChunks(chunks: readonly { readonly text: string }[]): number {
  return Math.max(least, bytesPerLetter * chunks.reduce((sum, { text }) => sum + text.length, 0))
}

/** The same of vectors. */
export function bytesOfVectors(count: number, dimensions: number): number {
  const hashAndKeys = 100
  return Math.max(least, count * (dimensions * Float32Array.BYTES_PER_ELEMENT + hashAndKeys))
}
