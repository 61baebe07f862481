import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { CodedError, writeWhole } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { readBytes } from './json-lines.js'

/** The file that marks a suite: name, description and documents. */
export const suiteFile = 'suite.yaml'
export const queriesFile = 'queries.jsonl'

/**
 * Changes the lines of a file of queries, which may not exist yet, in one atomic write. Concurrent processes wait for each other.
 * If `change` throws, nothing is written.
 * @param file the real path, because the lock belongs to the path
 * @throws CodedError `SUITE_MALFORMED`, `LOCKED` after a timeout
 */
export function changeQueryLines<Result>(file: string, change: (lines: string[]) => Result): Promise<Result> {
  return withLock(file, () => {
    const lines = readQueryLines(file)
    const result = change(lines)
    const written = lines.map((line) => `${line}\n`)
    writeWhole(file, written)
    return result
  })
}

function readQueryLines(file: string): string[] {
  if (!existsSync(file)) return []
  const bytes = readBytes(file)
  if (!isUtf8(bytes)) throw new CodedError('SUITE_MALFORMED', `${file} is not UTF-8. Save it as UTF-8.`)
  const lines = bytes.toString('utf8').split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const addedId = /^added-(\d+)$/u

/** The id of an added query: one more than the highest, so that ids of removed queries are not reused while later ones exist. */
export function nextQueryId(ids: readonly string[]): string {
  const numbers = ids.map((id) => Number(addedId.exec(id)?.[1] ?? 0))
  return `added-${Math.max(0, ...numbers) + 1}`
}

/** Trims a text and replaces white space by single spaces. Queries that only differ in white space are equal. */
export const singleSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
