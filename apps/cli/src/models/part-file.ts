import { constants, lstatSync, readFileSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { writeWhole, orUndefined } from '@recallite/command-line'
import { plainAddress } from './model-url.js'

interface PartRecord {
  /** Without a query, which may be secret. */
  readonly address: string
  /** A strong ETag; without one (null) the file cannot be resumed. */
  readonly etag: string | null
  /** Of the whole file; null if unknown. */
  readonly bytes: number | null
  /** As the server announced it; see `Announcement`. */
  readonly checksum: string | null
}

/** A file that has arrived in part. */
export interface Part {
  readonly record: PartRecord
  readonly arrived: number
}

/** The path of a file while it arrives. */
export function partPath(target: string): string {
  return `${target}.part`
}

/** Undefined if there is no record that can be read. */
export function readRecord(target: string): PartRecord | undefined {
  const value: unknown = orUndefined(() => JSON.parse(readFileSync(recordPath(target), 'utf8')))
  return isRecord(value) ? value : undefined
}

function recordPath(target: string): string {
  return `${target}.part.json`
}

function isRecord(value: unknown): value is PartRecord {
  if (typeof value !== 'object' || value === null) return false
  const { address, etag, bytes, checksum } = value as Partial<Record<keyof PartRecord, unknown>>
  const areTexts = [etag, checksum].every((each) => each === null || typeof each === 'string')
  return typeof address === 'string' && areTexts && (bytes === null || Number.isSafeInteger(bytes))
}

/** Writes what is known of a file, before any of it arrives. */
export function writeRecord(target: string, record: PartRecord): void {
  writeWhole(recordPath(target), [`${JSON.stringify(record)}\n`])
}

/** What has arrived of a file from that address; undefined if nothing can be resumed. */
export function readPart(target: string, url: URL): Part | undefined {
  const record = readRecord(target)
  const stats = lstatSync(partPath(target), { throwIfNoEntry: false })
  if (!record || !stats?.isFile() || record.address !== plainAddress(url)) return undefined
  const isTooLong = record.bytes !== null && stats.size > record.bytes
  return stats.size === 0 || isTooLong ? undefined : { record, arrived: stats.size }
}

/** Opens the part to append to it, or empties it. A link at its path is an error. */
export function openPart(target: string, how: 'begin' | 'continue'): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NOFOLLOW = 0 } = constants
  return open(partPath(target), O_WRONLY | O_CREAT | O_NOFOLLOW | (how === 'begin' ? O_TRUNC : O_APPEND))
}

/** Removes a part and its record. */
export function removePart(target: string): void {
  rmSync(partPath(target), { force: true })
  removeRecord(target)
}

/** Removes the record of a file that is whole now. */
export function removeRecord(target: string): void {
  rmSync(recordPath(target), { force: true })
}
