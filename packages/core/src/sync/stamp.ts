import type { BigIntStats } from 'node:fs'

/** Clocks of file systems tick as slowly as this, in milliseconds. */
const coarsestTick = 2000

/** What tells one version of a file from another without reading it: size, times in nanoseconds, inode. */
export function stampOf(stats: BigIntStats): string {
  return `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}:${stats.ino}`
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
  const changedAt = Number(BigInt(stamp.split(':')[2] ?? 0) / 1_000_000n)
  return changedAt < readAt - coarsestTick
}

/** When the file was last changed as the file system says, in milliseconds since the epoch. */
export function modifiedAt(stamp: string): number {
  return Number(BigInt(stamp.split(':')[1] ?? 0) / 1_000_000n)
}
