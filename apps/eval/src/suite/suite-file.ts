import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { CodedError, writeWhole } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'

/** The file that marks a suite of queries: its name, what it is about, and its documents. */
export const suiteFile = 'suite.yaml'
/** The queries of a suite, one as JSON on each line. */
export const queriesFile = 'queries.jsonl'

/**
 * Changes the lines of a file of queries, which may not exist yet, as one atomic write. Processes that change it at the same time
 * wait for each other; where `change` throws, nothing is written.
 * @param file without links, so that there is one lock
 * @throws CodedError `LOCKED` if another process does not end, `SUITE_MALFORMED`
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
  const bytes = readFileSync(file)
  if (!isUtf8(bytes)) throw new CodedError('SUITE_MALFORMED', `${file} is not UTF-8. Save it as UTF-8.`)
  const lines = bytes.toString('utf8').split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const addedId = /^added-(\d+)$/u

/** The id of a query that is added: one more than the highest, so that the id of a removed one is not reused while later ones exist. */
export function nextQueryId(ids: readonly string[]): string {
  const numbers = ids.map((id) => Number(addedId.exec(id)?.[1] ?? 0))
  return `added-${Math.max(0, ...numbers) + 1}`
}

/** A text with single spaces instead of any white space, and none at its ends: queries that differ in nothing else are one. */
export const singleSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
