import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'

const blockSize = 1 << 20

/**
 * Reads the lines of a file one at a time, with their numbers from 1, because a string cannot contain half a gigabyte. `isWhole` is false for a last line
 * without a line end, which a process may still be writing.
 */
export function* readTextLines(file: string): Generator<{ text: string; line: number; isWhole: boolean }> {
  const descriptor = openSync(file, 'r')
  try {
    const block = Buffer.alloc(blockSize)
    const decoder = new StringDecoder('utf8')
    let rest = ''
    let line = 0
    for (let length = readSync(descriptor, block); length > 0; length = readSync(descriptor, block)) {
      const lines = (rest + decoder.write(block.subarray(0, length))).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) yield { text, line: (line += 1), isWhole: true }
    }
    rest += decoder.end()
    if (rest !== '') yield { text: rest, line: line + 1, isWhole: false }
  } finally {
    closeSync(descriptor)
  }
}

export type Fields = Readonly<Record<string, unknown>>

/** Parses the fields of a JSON object. No fields if the text is anything else. */
export function parseFields(text: string): Fields {
  try {
    const fields: unknown = JSON.parse(text)
    return isFields(fields) ? fields : {}
  } catch {
    return {}
  }
}

/** Whether a value is an object with named fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Trims a text and replaces white space by single spaces. Queries that only differ in white space are equal. */
export const singleSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
