import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What SQLite needs to open a database, in bytes: the index and the first entry of a log. */
export const neededToOpen = 64 * 1024

/** A disk with less free space, in bytes, counts as full. */
const minFree = 2 * neededToOpen

/** The free bytes on a file's disk, and the nearest existing folder above the file; undefined if unknown or in memory. */
export function roomFor(path: string) {
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

/** Whether almost nothing can be written next to a file. */
export function isOutOfRoom(path: string): boolean {
  const room = roomFor(path)
  return room !== undefined && room.free < minFree
}

/** Describes a full disk: free space and needed space in bytes, if known. */
export function describeFullDisk(path: string, needed?: number): string {
  const room = roomFor(path)
  const free = room && ` ${inBytes(room.free)} are free in ${room.folder}`
  const lack = needed === undefined ? '' : `, about ${inBytes(needed)} are needed`
  return `The disk that holds ${path} is full.${free === undefined ? '' : `${free}${lack}.`} Free some space and run the same command again: it continues where it stopped, and nothing that was written is lost.`
}

function inBytes(count: number): string {
  return count < 100_000 ? `${count} bytes` : `${(count / 1_000_000).toFixed(1)} MB`
}
