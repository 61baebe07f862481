import { readSync } from 'node:fs'
import { Refusal } from './refusal.js'

/** A place in a file that moves forward. Both methods throw `Refusal` where the file ends before. */
export interface Cursor {
  /** The next bytes, valid until the next call. */
  take(length: number): Buffer
  /** Passes over bytes. */
  skip(length: number): void
}

const windowSize = 1 << 20

/** Starts at the beginning of an open file of the given size, and reads a megabyte at a time. */
export function createCursor(descriptor: number, size: number): Cursor {
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
