import { readFileSync } from 'node:fs'
import { SuiteError } from './errors.js'

/** A line of a file, and where it stands. */
export interface Line {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly text: string
}

/**
 * The text of a suite's file, without a byte order mark.
 * @throws SuiteError `SUITE_NOT_FOUND`
 */
export function readSuiteFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/u, '')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `It cannot be read (${reason}). Put it there, or name another.`
    throw new SuiteError('SUITE_NOT_FOUND', message, { file, cause })
  }
}

/**
 * The lines of a suite's file that are not blank.
 * @throws SuiteError `SUITE_NOT_FOUND`
 */
export function readLines(file: string): Line[] {
  return readSuiteFile(file)
    .split(/\r?\n/u)
    .map((text, index) => ({ file, line: index + 1, text }))
    .filter(({ text }) => text.trim() !== '')
}
