import type { BigIntStats } from 'node:fs'

/** Clocks of file systems tick as slowly as this, in milliseconds. */
const coarsestTick = 2000

/** What tells one version of a file from another without reading it: size, times in nanoseconds, inode. */
export function stampOf(stats: BigIntStats): string {
  return `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}:${stats.ino}`
}

/** Of a stamp's nanoseconds the whole milliseconds; without BigInt, for there are thousands of stamps. */
function milliseconds(nanoseconds = ''): number {
  return Number(nanoseconds.slice(0, -6)) || 0
}

/** The size in a stamp, in bytes. */
export function sizeOf(stamp: string): number {
  return Number(stamp.split(':')[0])
}

/**
 * Whether an equal stamp proves that a file is unchanged: only when the file's last change (ctime, which no program
 * can set) was clearly over when it was read, as a later change could otherwise carry the same time.
 */
export function isSettled(stamp: string, readAt: number): boolean {
  const changedAt = milliseconds(stamp.split(':')[2])
  return changedAt < readAt - coarsestTick
}

/** When the file was last changed as the file system says, in milliseconds since the epoch. */
export function modifiedAt(stamp: string): number {
  return milliseconds(stamp.split(':')[1])
}
