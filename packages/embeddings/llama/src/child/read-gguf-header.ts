import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Refusal } from '@recallite/embeddings/process'

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

const windowSize = 1 << 20

type Cursor = ReturnType<typeof createCursor>

/**
 * A forward-only position in an open file, of which it reads a megabyte at a time. Both methods throw `Refusal` at the
 * end of the file.
 */
function createCursor(descriptor: number, size: number) {
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
    skip: (length: number) => void advance(length),
    /** The next bytes, valid until the next call. */
    take(length: number): Buffer {
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

const stringType = 8
const arrayType = 9
const longestString = 1 << 20

type Scalar = readonly [bytes: number, read: (bytes: Buffer) => string | number | boolean]

/** The size and the reader of each value type of GGUF by number (github.com/ggml-org/ggml, docs/gguf.md). */
const scalars: ReadonlyMap<number, Scalar> = new Map([
  [0, [1, (bytes) => bytes.readUInt8()]],
  [1, [1, (bytes) => bytes.readInt8()]],
  [2, [2, (bytes) => bytes.readUInt16LE()]],
  [3, [2, (bytes) => bytes.readInt16LE()]],
  [4, [4, (bytes) => bytes.readUInt32LE()]],
  [5, [4, (bytes) => bytes.readInt32LE()]],
  [6, [4, (bytes) => bytes.readFloatLE()]],
  [7, [1, (bytes) => bytes.readUInt8() !== 0]],
  [10, [8, (bytes) => Number(bytes.readBigUInt64LE())]],
  [11, [8, (bytes) => Number(bytes.readBigInt64LE())]],
  [12, [8, (bytes) => bytes.readDoubleLE()]],
] satisfies [number, Scalar][])

function readValues(cursor: Cursor): GgufHeader {
  const header = new Map<string, string | number | boolean>()
  for (let left = readCount(cursor); left > 0; left -= 1) {
    const key = readString(cursor)
    const type = cursor.take(4).readUInt32LE()
    if (type === arrayType) skipArray(cursor)
    else if (type === stringType) header.set(key, readString(cursor))
    else {
      const [size, read] = scalars.get(type) ?? refuseType()
      header.set(key, read(cursor.take(size)))
    }
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

function skipArray(cursor: Cursor): void {
  const type = cursor.take(4).readUInt32LE()
  const count = readCount(cursor)
  if (type !== stringType) return cursor.skip(count * (scalars.get(type) ?? refuseType())[0])
  for (let left = count; left > 0; left -= 1) cursor.skip(readCount(cursor))
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
