import type { SqlValue } from '../sql-database.js'

/** A variable-length integer and the offset behind it. */
interface Varint {
  readonly value: number
  readonly end: number
}

const mostBytes = 9

/** Undefined where it reaches beyond the bytes, or is larger than a number can say exactly. */
export function readVarint(bytes: Buffer, start: number): Varint | undefined {
  let value = 0
  for (let length = 1; length <= mostBytes; length += 1) {
    const byte = bytes[start + length - 1]
    if (byte === undefined) return undefined
    const isWhole = length === mostBytes
    value = isWhole ? value * 256 + byte : value * 128 + (byte & 0x7f)
    if (isWhole || byte < 0x80) {
      return Number.isSafeInteger(value) ? { value, end: start + length } : undefined
    }
  }
  return undefined
}

/** How many bytes an integer of serial types 0 to 6 takes up. */
const integerSizes = [0, 1, 2, 3, 4, 6, 8] as const
const [float, zero, one, firstBlob] = [7, 8, 9, 12] as const

function sizeOf(type: number): number {
  if (type >= firstBlob) return Math.floor((type - firstBlob) / 2)
  if (type === float) return 8
  return integerSizes[type] ?? 0
}

function readInteger(bytes: Buffer, start: number, size: number): number | bigint {
  if (size <= 6) return bytes.readIntBE(start, size)
  const value = bytes.readBigInt64BE(start)
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function readValue(bytes: Buffer, type: number, start: number): SqlValue {
  const size = sizeOf(type)
  if (type === 0) return null
  if (type === zero) return 0
  if (type === one) return 1
  if (type === float) return bytes.readDoubleBE(start)
  if (type < firstBlob) return readInteger(bytes, start, size)
  const value = bytes.subarray(start, start + size)
  return type % 2 === 0 ? value : value.toString('utf8')
}

/** The serial types of a record, and where its values begin; undefined where its head makes no sense. */
function readTypes(payload: Buffer): { types: number[]; end: number } | undefined {
  const head = readVarint(payload, 0)
  if (!head || head.value > payload.length) return undefined
  const types: number[] = []
  let at = head.end
  while (at < head.value) {
    const type = readVarint(payload, at)
    // Types 10 and 11 never occur in a file.
    if (!type || type.value === 10 || type.value === 11) return undefined
    types.push(type.value)
    at = type.end
  }
  return at === head.value ? { types, end: at } : undefined
}

/**
 * The values of a record as SQLite keeps rows and entries of indexes
 * (https://www.sqlite.org/fileformat2.html#record_format); undefined where the bytes are none.
 */
export function decodeRecord(payload: Buffer): SqlValue[] | undefined {
  const read = readTypes(payload)
  if (!read) return undefined
  const values: SqlValue[] = []
  let at = read.end
  for (const type of read.types) {
    if (at + sizeOf(type) > payload.length) return undefined
    values.push(readValue(payload, type, at))
    at += sizeOf(type)
  }
  return at === payload.length ? values : undefined
}
