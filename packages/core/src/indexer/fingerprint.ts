import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { Root } from '@recallite/store'
import type { ReaderName } from '../readers/source-document.js'

/**
 * How documents are cut into chunks, in tokens as the chunker counts them. The settings `chunking.tokens` and `chunking.overlap` are
 * `target` and `overlap`. Every option belongs into `fingerprintOf`.
 */
export interface Chunking {
  readonly target: number
  readonly overlap: number
  /** Whether chunks of more than about 500 characters are embedded in pieces instead of as a whole; default true. */
  readonly pieces?: boolean | undefined
}

/** The chunking of a memory that sets none. */
export const defaultChunking = { target: 400, overlap: 80, pieces: true } satisfies Chunking

/** Increase when the same settings cut or analyse documents, or recognise secrets, differently than before: every document is indexed again. */
const cutterVersion = 10

/** Increase when a reader makes another text of the same file: the documents of that reader are indexed again. */
const readerVersions: Readonly<Record<Exclude<ReaderName, 'text'>, number>> = {
  html: 1,
  document: 1,
  session: 2,
}

/** File systems record times at least this exactly, in milliseconds. */
const coarsestTick = 2000

/** A description is among the words that find the documents of its root. */
type Described = Pick<Root, 'description'>

/** The indexing fingerprint of a document: names everything besides its file that decides what the index holds of it. */
export function fingerprintOf(chunking: Chunking, reader: ReaderName, root: Described = {}): string {
  const { target, overlap, pieces = defaultChunking.pieces } = chunking
  const size = `target ${target}, overlap ${overlap}, ${pieces ? 'pieces' : 'no pieces'}`
  const cutter = `cutter ${cutterVersion}, ${size}, unicode ${process.versions.unicode ?? 'none'}`
  const made = reader === 'text' ? cutter : `${cutter}, ${reader} ${readerVersions[reader]}`
  const { description } = root
  return description === undefined ? made : `${made}, described ${hash('sha256', description).slice(0, 16)}`
}

/** The indexing fingerprints of all readers in a root. */
export function createFingerprints(
  chunking: Chunking,
  root: Described,
): Readonly<Record<ReaderName, string>> {
  const of = (reader: ReaderName) => fingerprintOf(chunking, reader, root)
  return { text: of('text'), html: of('html'), document: of('document'), session: of('session') }
}

/** Distinguishes versions of a file without reading it: size, mtime and ctime in nanoseconds, inode. */
export function stampOf(stats: BigIntStats): string {
  return `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}:${stats.ino}`
}

/** The file size in a stamp, in bytes. */
export function sizeOf(stamp: string): number {
  return Number(stamp.split(':')[0])
}

/** The inode in a stamp: another file at the same path has another one. */
export function inodeOf(stamp: string): string | undefined {
  return stamp.split(':').at(-1)
}

/** The modification time in a stamp, in milliseconds since the epoch. */
export function modifiedAt(stamp: string): number {
  return milliseconds(stamp.split(':')[1])
}

/**
 * Whether an equal stamp proves that a file is unchanged: only if its last change (ctime, which no program can set) was
 * clearly over when the file was read, as a later change could otherwise carry the same time.
 */
export function isConclusive(stamp: string, readAt: number): boolean {
  return milliseconds(stamp.split(':')[2]) < readAt - coarsestTick
}

/** Without BigInt, as there are thousands of stamps. */
function milliseconds(nanoseconds = ''): number {
  return Number(nanoseconds.slice(0, -6)) || 0
}
