import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { Root } from '@recallite/store'
import type { ReaderName } from '../readers/source-document.js'

/** How documents are cut into chunks, in tokens of the chunker. `fingerprintOf` must include every option. */
export interface Chunking {
  readonly target: number
  readonly overlap: number
  /** Whether chunks of more than about 500 characters are embedded in pieces; default true. */
  readonly pieces?: boolean | undefined
}

/** The default chunking of a memory. */
export const defaultChunking = { target: 400, overlap: 80, pieces: true } satisfies Chunking

/** Increase when the same settings cut or analyse documents, or recognise secrets, differently: all documents are reindexed. */
const cutterVersion = 12

/** Increase when a reader returns a different text for the same file: its documents are reindexed. */
const readerVersions: Readonly<Record<Exclude<ReaderName, 'text'>, number>> = {
  html: 1,
  document: 1,
  session: 3,
}

/** The coarsest resolution of time stamps in file systems, in milliseconds. */
const coarsestTick = 2000

/** The words of a root's description are indexed with its documents. */
type Described = Pick<Root, 'description'>

/** The indexing fingerprint of a document: everything besides its file that determines its index entries. */
export function fingerprintOf(chunking: Chunking, reader: ReaderName, root: Described = {}): string {
  const { target, overlap, pieces = defaultChunking.pieces } = chunking
  const size = `target ${target}, overlap ${overlap}, ${pieces ? 'pieces' : 'no pieces'}`
  const cutter = `cutter ${cutterVersion}, ${size}, unicode ${process.versions.unicode ?? 'none'}`
  const made = reader === 'text' ? cutter : `${cutter}, ${reader} ${readerVersions[reader]}`
  const { description } = root
  return description === undefined ? made : `${made}, described ${hash('sha256', description).slice(0, 16)}`
}

export function createFingerprints(
  chunking: Chunking,
  root: Described,
): Readonly<Record<ReaderName, string>> {
  const of = (reader: ReaderName) => fingerprintOf(chunking, reader, root)
  return { text: of('text'), html: of('html'), document: of('document'), session: of('session') }
}

/** Identifies a version of a file without reading it: size, mtime and ctime in nanoseconds, inode. */
export function stampOf(stats: BigIntStats): string {
  return `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}:${stats.ino}`
}

/** In bytes. */
export function sizeOf(stamp: string): number {
  return Number(stamp.split(':')[0])
}

export function inodeOf(stamp: string): string | undefined {
  return stamp.split(':').at(-1)
}

/** In milliseconds since the epoch. */
export function modifiedAt(stamp: string): number {
  return milliseconds(stamp.split(':')[1])
}

/**
 * Whether an equal stamp proves that a file is unchanged: only if its ctime, which no program can set, was clearly in the past when
 * the file was read. A later change could otherwise have the same time.
 */
export function isConclusive(stamp: string, readAt: number): boolean {
  return milliseconds(stamp.split(':')[2]) < readAt - coarsestTick
}

/** Avoids BigInt for speed. */
function milliseconds(nanoseconds = ''): number {
  return Number(nanoseconds.slice(0, -6)) || 0
}
