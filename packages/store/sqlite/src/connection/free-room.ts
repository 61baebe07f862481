import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What SQLite needs on the disk to open a database, in bytes: an index of the log, and a first entry in the log. */
export const neededToOpen = 64 * 1024

/** A disk with less free, in bytes, counts as full. */
const least = 2 * neededToOpen

/** The room on the disk that a file lies on, or would lie on. */
export interface DiskRoom {
  /** The nearest folder around the file that exists. */
  readonly folder: string
  /** In bytes, for this user. */
  readonly free: number
}

/** How much room there is for a file; undefined if the system does not say, and for a database in memory. */
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

function existingFolder(path: string): string {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? folder : existingFolder(folder)
}

/** Whether hardly anything can be written where a file lies. */
export function isOutOfRoom(path: string): boolean {
  const room = roomFor(path)
  return room !== undefined && room.free < least
}

/** Says how much room a full disk has, and how much is needed, in bytes, if that is known. */
export function describeFullDisk(path: string, needed?: number): string {
  const room = roomFor(path)
  const free = room && ` ${inBytes(room.free)} are free in ${room.folder}`
  const lack = needed === undefined ? '' : `, about ${inBytes(needed)} are needed`
  return `The disk that holds ${path} is full.${free === undefined ? '' : `${free}${lack}.`} Make room and run the same command again: it goes on where it stopped, and nothing that was written is lost.`
}

function inBytes(count: number): string {
  return count < 100_000 ? `${count} bytes` : `${(count / 1_000_000).toFixed(1)} MB`
}
