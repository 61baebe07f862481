import { fstatSync, readSync } from 'node:fs'
import { pageSize } from '../connection.js'

/** Where in a write-ahead log the pages stand, in bytes from its beginning. */
export interface LogPages {
  /** The newest copy of each page that was committed, by the page's number. */
  readonly committed: ReadonlyMap<number, number>
  /** How many pages the database has after the last commit; undefined without one. */
  readonly count: number | undefined
  /** Copies that SQLite passes over: they stand behind a damaged place, were not committed, or are from before. */
  readonly strays: readonly number[]
}

const [headerSize, frameHeader] = [32, 24] as const
const frameSize = frameHeader + pageSize
/** The last bit says which way round the numbers stand that checksums are computed of. */
const magic = 0x377f0682

interface Sum {
  readonly a: number
  readonly b: number
}

/** SQLite's checksum of a log, going on from an earlier one. */
function addToSum({ a, b }: Sum, bytes: Buffer, isBigEndian: boolean): Sum {
  let [first, second] = [a, b]
  const word = isBigEndian ? (at: number) => bytes.readUInt32BE(at) : (at: number) => bytes.readUInt32LE(at)
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    first = (first + word(at) + second) >>> 0
    second = (second + word(at + 4) + first) >>> 0
  }
  return { a: first, b: second }
}

function isSum({ a, b }: Sum, bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b
}

interface LogHeader {
  readonly isBigEndian: boolean
  /** As they stand: every frame of this round repeats them. */
  readonly salts: Buffer
  readonly sum: Sum
}

function readHeader(bytes: Buffer): LogHeader | undefined {
  const number = bytes.readUInt32BE(0)
  const isBigEndian = number === magic + 1
  const sum = addToSum({ a: 0, b: 0 }, bytes.subarray(0, 24), isBigEndian)
  const isHeader = (isBigEndian || number === magic) && bytes.readUInt32BE(8) === pageSize
  return isHeader && isSum(sum, bytes, 24) ? { isBigEndian, salts: bytes.subarray(16, 24), sum } : undefined
}

/** Reads a whole piece of a file; undefined where it is not all there. */
function readPiece(file: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  return readSync(file, bytes, 0, length, at) === length ? bytes : undefined
}

/** Frames that are as they were written, in order, from the first to the last one before a damaged place. */
function* soundFrames(file: number, header: LogHeader) {
  let { sum } = header
  for (let at = headerSize; ; at += frameSize) {
    const frame = readPiece(file, at, frameSize)
    if (!frame?.subarray(8, 16).equals(header.salts)) return
    sum = addToSum(sum, frame.subarray(0, 8), header.isBigEndian)
    sum = addToSum(sum, frame.subarray(frameHeader), header.isBigEndian)
    if (!isSum(sum, frame, 16)) return
    yield { page: frame.readUInt32BE(0), pagesAfterCommit: frame.readUInt32BE(4), at: at + frameHeader }
  }
}

/**
 * Finds the pages in a write-ahead log as SQLite does (https://www.sqlite.org/fileformat2.html#walformat): those that were
 * committed, up to the first frame whose checksum is wrong.
 */
export function readLog(file: number): LogPages {
  const head = readPiece(file, 0, headerSize)
  const header = head && readHeader(head)
  const committed = new Map<number, number>()
  let [count, end]: [number | undefined, number] = [undefined, headerSize]
  const begun = new Map<number, number>()
  for (const { page, pagesAfterCommit, at } of header ? soundFrames(file, header) : []) {
    begun.set(page, at)
    if (pagesAfterCommit === 0) continue
    for (const [number, place] of begun) committed.set(number, place)
    begun.clear()
    ;[count, end] = [pagesAfterCommit, at + pageSize]
  }
  const strays: number[] = []
  const { size } = fstatSync(file)
  for (let at = end; at + frameSize <= size; at += frameSize) strays.push(at + frameHeader)
  return { committed, count, strays }
}
