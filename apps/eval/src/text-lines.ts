import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { isFields } from './suite/json-lines.js'

/** A line of a file. */
export interface TextLine {
  /** Without its end. */
  readonly text: string
  /** False for what stands after the last line end: a line that was still being written. */
  readonly isWhole: boolean
}

const blockSize = 1 << 20

/** The lines of a file of any size, one at a time: a string cannot hold half a gigabyte. */
export function* readTextLines(file: string): Generator<TextLine> {
  const descriptor = openSync(file, 'r')
  try {
    const block = Buffer.alloc(blockSize)
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for (let length = readSync(descriptor, block); length > 0; length = readSync(descriptor, block)) {
      const lines = (rest + decoder.write(block.subarray(0, length))).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) yield { text, isWhole: true }
    }
    rest += decoder.end()
    if (rest !== '') yield { text: rest, isWhole: false }
  } finally {
    closeSync(descriptor)
  }
}

/** The named fields of a line of JSON; none where it is something else. */
export function parseFields(text: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(text)
    return isFields(fields) ? fields : {}
  } catch {
    return {}
  }
}
