import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { SuiteError } from './errors.js'

/** A line of a file, and where it stands. */
export interface Line {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly text: string
}

const newline = 0x0a

/** The first line that is not UTF-8, from 1: no character of several bytes has a line end among them. */
function brokenLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(newline, start)
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}

function decode(bytes: Buffer, file: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\ufeff/u, '')
  const message = 'This is not UTF-8, so its characters would be read as others. Save the file as UTF-8.'
  throw new SuiteError('SUITE_MALFORMED', message, { file, line: brokenLine(bytes) })
}

/**
 * The text of a suite's file, without a byte order mark.
 * @throws SuiteError `SUITE_NOT_FOUND`; `SUITE_MALFORMED` where it is not UTF-8
 */
export function readSuiteFile(file: string): string {
  try {
    return decode(readFileSync(file), file)
  } catch (cause) {
    if (cause instanceof SuiteError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `It cannot be read (${reason}). Put it there, or name another.`
    throw new SuiteError('SUITE_NOT_FOUND', message, { file, cause })
  }
}

/**
 * The lines of a suite's file that are not blank.
 * @throws SuiteError `SUITE_NOT_FOUND`; `SUITE_MALFORMED` where it is not UTF-8
 */
export function readLines(file: string): Line[] {
  return readSuiteFile(file)
    .split(/\r?\n/u)
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => text.trim() !== '')
}
