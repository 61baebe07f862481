import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Refusal } from './refusal.js'

/** The metadata of a GGUF file without arrays such as the vocabulary. */
export type GgufHeader = ReadonlyMap<string, string | number | boolean>

/**
 * Reads the whole header of a GGUF file (version 2 or 3), which proves that it is complete: with a damaged length other
 * readers could allocate or loop without bounds.
 * @throws Refusal if a value points beyond the end of the file or violates the format
 */
export function readGgufHeader(path: string): GgufHeader {
  const descriptor = openSync(path, 'r')
  try {
    const cursor = createCursor(descriptor, fstatSync(descriptor).size)
    cursor.skip('GGUF'.length)
    const version = cursor.take(4).readUInt32LE()
    if (version !== 2 && version !== 3) throw new Refusal(`its format, GGUF version ${version}, is unknown`)
    const tensors = readCount(cursor)
    const header = readValues(cursor)
    skipTensors(cursor, tensors)
    return header
  } finally {
    closeSync(descriptor)
  }
}

/** A forward-only position in a file. Both methods throw `Refusal` at the end of the file. */
interface Cursor {
  /** The next bytes, valid until the next call. */
  take(length: number): Buffer
  /** Skips bytes. */
  skip(length: number): void
}

const windowSize = 1 << 20

/** Starts at the beginning of an open file and reads a megabyte at a time. */
function createCursor(descriptor: number, size: number): Cursor {
  let position = 0
  let windowStart = 0
  let window = Buffer.alloc(0)
  const advance = (length: number): number => {
    const start = position
    position += length
    if (position > size) throw new Refusal('it is damaged or cut short: its header points beyond its end')
    return start
  }
  return {
    skip: (length) => void advance(length),
    take(length) {
      const start = advance(length)
      if (start < windowStart || position > windowStart + window.length) {
        window = Buffer.alloc(Math.max(windowSize, length))
        window = window.subarray(0, readSync(descriptor, window, 0, window.length, start))
        windowStart = start
      }
      if (position > windowStart + window.length) throw new Refusal('it became shorter while it was read')
      return window.subarray(start - windowStart, position - windowStart)
    },
  }
}

function readCount(cursor: Cursor): number {
  const bytes = cursor.take(8)
  return bytes.readUInt32LE(0) + bytes.readUInt32LE(4) * 2 ** 32
}

const arrayType = 9
const longestString = 1 << 20

/** Readers of the value types of GGUF by number (github.com/ggml-org/ggml, docs/gguf.md). */
const scalars: readonly ((cursor: Cursor) => string | number | boolean)[] = [
  (cursor) => cursor.take(1).readUInt8(),
  (cursor) => cursor.take(1).readInt8(),
  (cursor) => cursor.take(2).readUInt16LE(),
  (cursor) => cursor.take(2).readInt16LE(),
  (cursor) => cursor.take(4).readUInt32LE(),
  (cursor) => cursor.take(4).readInt32LE(),
  (cursor) => cursor.take(4).readFloatLE(),
  (cursor) => cursor.take(1).readUInt8() !== 0,
  readString,
  refuseType,
  (cursor) => readCount(cursor),
  (cursor) => Number(cursor.take(8).readBigInt64LE()),
  (cursor) => cursor.take(8).readDoubleLE(),
]

function readValues(cursor: Cursor): GgufHeader {
  const header = new Map<string, string | number | boolean>()
  for (let left = readCount(cursor); left > 0; left -= 1) {
    const key = readString(cursor)
    const type = cursor.take(4).readUInt32LE()
    if (type === arrayType) skipArray(cursor)
    else header.set(key, (scalars[type] ?? refuseType)(cursor))
  }
  return header
}

function readString(cursor: Cursor): string {
  const length = readCount(cursor)
  if (length > longestString) {
    cursor.skip(length)
    return ''
  }
  return cursor.take(length).toString('utf8')
}

/** Bytes of a value by type number; 0 for strings, which store their length. */
const sizes = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8] as const
const stringType = 8

function skipArray(cursor: Cursor): void {
  const type = cursor.take(4).readUInt32LE()
  const count = readCount(cursor)
  const size = sizes[type]
  if (type === stringType) {
    for (let left = count; left > 0; left -= 1) cursor.skip(readCount(cursor))
  } else if (size === undefined || size === 0) refuseType()
  else cursor.skip(count * size)
}

function refuseType(): never {
  throw new Refusal('it is damaged: its header holds a value of no known type')
}

/** Skips names, shapes and offsets of the tensors; their data must begin inside the file. */
function skipTensors(cursor: Cursor, count: number): void {
  let furthest = 0
  for (let left = count; left > 0; left -= 1) {
    cursor.skip(readCount(cursor))
    const dimensions = cursor.take(4).readUInt32LE()
    cursor.skip(dimensions * 8 + 4)
    furthest = Math.max(furthest, readCount(cursor))
  }
  cursor.skip(furthest)
}
