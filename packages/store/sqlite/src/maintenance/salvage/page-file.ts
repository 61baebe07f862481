import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { pageSize } from '../../connection/connection.js'
import { ifThere, logOf, sizeOf } from '../../connection/store-files.js'

/** Reads a page by its number, from 1; undefined if there is none. A cut-off page ends in zeros. */
export type ReadPage = (number: number) => Buffer | undefined

/** The pages of a database, from its file and its log. */
export interface PageFile {
  readonly count: number
  readonly read: ReadPage
  /** Reads a page from the file, even if the log has a newer one. */
  readonly readFile: ReadPage
  /** Pages of a damaged log that do not belong to the database: after the damaged frame, uncommitted, or from an earlier round. */
  strayPages(): Iterable<{ readonly number: number; readonly page: Buffer }>
}

/**
 * Reads the pages of a database without SQLite, which refuses damaged files. The page size is fixed, since the header may be
 * damaged. No connection to the file may be open in this process: closing the file here would release its locks.
 */
export function withPages<Result>(path: string, work: (pages: PageFile) => Result): Result {
  const file = openSync(path, 'r')
  const logFile = openLog(path)
  try {
    return work(pagesOf(file, logFile))
  } finally {
    closeSync(file)
    if (logFile !== undefined) closeSync(logFile)
  }
}

function pagesOf(file: number, logFile: number | undefined): PageFile {
  const log = logFile === undefined ? undefined : readLog(logFile)
  const { size, blocks } = fstatSync(file)
  // A file without blocks on the disk is all holes.
  const inFile = blocks === 0 ? 0 : Math.ceil(size / pageSize)
  const inLog = (at: number) => (logFile === undefined ? undefined : readAt(logFile, at))
  const readFile: ReadPage = (number) => readAt(file, (number - 1) * pageSize)
  return {
    count: Math.max(inFile, log?.count ?? 0),
    read(number) {
      const at = log?.committed.get(number)
      return at === undefined ? readFile(number) : inLog(at)
    },
    readFile,
    *strayPages() {
      for (const { number, at } of log?.strays ?? []) {
        const page = inLog(at)
        if (page) yield { number, page }
      }
    },
  }
}

function readAt(handle: number, at: number): Buffer | undefined {
  const page = Buffer.alloc(pageSize)
  return readSync(handle, page, 0, pageSize, at) > 0 ? page : undefined
}

/** Reads a log that may be growing: only damage that three looks find at the same place counts. */
function readLog(file: number) {
  const { damagedAt, ...log } = lookAt(file)
  const isDamaged = damagedAt !== undefined && [2, 3].every(() => lookAt(file).damagedAt === damagedAt)
  // Else they are frames of an unfinished commit, of this round or an earlier one, or already in the file.
  return { ...log, isDamaged, strays: isDamaged ? log.strays : [] }
}

/**
 * Finds the pages in a write-ahead log as SQLite does (https://www.sqlite.org/fileformat2.html#walformat).
 * @returns byte offsets: of the newest committed copy of each page, by page number, of the copies that SQLite skips, and of the first
 * damaged frame; and the number of pages after the last commit, undefined if there was none
 */
function lookAt(file: number) {
  const head = readPiece(file, 0, headerSize)
  const header = head && readLogHeader(head)
  const committed = new Map<number, number>()
  let [count, end]: [number | undefined, number] = [undefined, headerSize]
  let soundEnd = headerSize
  const begun = new Map<number, number>()
  for (const { page, pagesAfterCommit, at } of header ? soundFrames(file, header) : []) {
    begun.set(page, at)
    soundEnd = at + pageSize
    if (pagesAfterCommit === 0) continue
    for (const [number, position] of begun) committed.set(number, position)
    begun.clear()
    ;[count, end] = [pagesAfterCommit, at + pageSize]
  }
  const { strays, isDamaged } = readStrays(file, header, [end, soundEnd])
  return { committed, count, strays, damagedAt: isDamaged ? soundEnd : undefined }
}

/** The frames after the last commit, and whether one of the log's current round is damaged, which a killed process never causes. */
function readStrays(file: number, header: LogHeader | undefined, [end, soundEnd]: readonly [number, number]) {
  const strays: { readonly number: number; readonly at: number }[] = []
  const { size } = fstatSync(file)
  let isDamaged = false
  for (let at = end; at + frameSize <= size; at += frameSize) {
    const frame = readPiece(file, at, frameHeader) ?? Buffer.alloc(frameHeader)
    strays.push({ number: frame.readUInt32BE(0), at: at + frameHeader })
    // A log that grows ends in half a frame, or has one before the frames of an earlier round.
    const isTorn = at < soundEnd || (at === soundEnd && at + frameSize < size)
    // A power cut tears only uncommitted frames, unless a later frame commits them.
    const isCommit = !header || (frame.subarray(8, 16).equals(header.salts) && frame.readUInt32BE(4) > 0)
    if (!isTorn && isCommit) isDamaged = true
  }
  return { strays, isDamaged }
}

/**
 * Whether a log is damaged, or its database is gone or empty. SQLite would silently drop what was committed after the damage, or
 * the whole log.
 */
export function hasDamagedLog(path: string): boolean {
  const file = openLog(path)
  if (file === undefined) return false
  try {
    const { isDamaged, count } = readLog(file)
    // Looked at last, because another process may be creating both files.
    return isDamaged || (count !== undefined && sizeOf(path) === 0)
  } finally {
    closeSync(file)
  }
}

/** The log, opened for reading; undefined if there is none. The last connection to a database removes it at any moment. */
function openLog(path: string): number | undefined {
  const log = logOf(path)
  return ifThere(() => (statSync(log).isFile() ? openSync(log, 'r') : undefined))
}

/** The intact frames in order, up to the first that is not. */
function* soundFrames(file: number, header: LogHeader) {
  let { sum } = header
  for (let at = headerSize; ; at += frameSize) {
    const frame = readPiece(file, at, frameSize)
    if (!frame?.subarray(8, 16).equals(header.salts)) return
    sum = addToSum(sum, frame.subarray(0, 8))
    sum = addToSum(sum, frame.subarray(frameHeader))
    if (!isSum(sum, frame, 16)) return
    yield { page: frame.readUInt32BE(0), pagesAfterCommit: frame.readUInt32BE(4), at: at + frameHeader }
  }
}

const [headerSize, frameHeader] = [32, 24] as const

const frameSize = frameHeader + pageSize

/** The magic number of logs with little-endian checksums: no supported platform writes others. */
const logMagic = 0x377f0682

type Sum = readonly [a: number, b: number]

function addToSum(sum: Sum, bytes: Buffer): Sum {
  let [first, second] = sum
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    first = (first + bytes.readUInt32LE(at) + second) >>> 0
    second = (second + bytes.readUInt32LE(at + 4) + first) >>> 0
  }
  return [first, second]
}

function isSum([a, b]: Sum, bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b
}

interface LogHeader {
  /** Every frame of a round repeats these bytes. */
  readonly salts: Buffer
  readonly sum: Sum
}

function readLogHeader(bytes: Buffer): LogHeader | undefined {
  const sum = addToSum([0, 0], bytes.subarray(0, 24))
  const isHeader = bytes.readUInt32BE(0) === logMagic && bytes.readUInt32BE(8) === pageSize
  return isHeader && isSum(sum, bytes, 24) ? { salts: bytes.subarray(16, 24), sum } : undefined
}

function readPiece(file: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  return readSync(file, bytes, 0, length, at) === length ? bytes : undefined
}
