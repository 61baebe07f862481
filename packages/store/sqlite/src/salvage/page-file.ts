import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { pageSize } from '../connection.js'
import { logOf } from '../store-files.js'
import { readLog, type LogPages } from './log-pages.js'

export { pageSize }

/** Reads a page by its number, from 1; undefined where there is none. What is cut off is zero. */
export type ReadPage = (number: number) => Buffer | undefined

/** The pages of a database as its file and its log have them. */
export interface PageFile {
  /** How many there are. */
  readonly count: number
  readonly read: ReadPage
  /** As the file itself has it, whatever the log says. */
  readonly readFile: ReadPage
  /** Pages of the log that SQLite does not take for part of the database: what stood behind a damaged place, or is old. */
  strayPages(): Iterable<Buffer>
  close(): void
}

/** An open file, or undefined where there is none. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function readAt(handle: number, at: number): Buffer | undefined {
  const page = Buffer.alloc(pageSize)
  const length = readSync(handle, page, 0, pageSize, at)
  return length > 0 ? page : undefined
}

const noLog: LogPages = { committed: new Map(), count: undefined, strays: [] }

/**
 * Opens a database as bytes, without SQLite, which refuses a damaged one. The size of pages is the one that all our
 * databases have: the file's header may be what is damaged. No connection to the file may be open in this process, for
 * closing it here would drop that connection's locks.
 */
export function openPageFile(path: string): PageFile {
  const file = openSync(path, 'r')
  const logFile = openIfThere(logOf(path))
  const log = logFile === undefined ? noLog : readLog(logFile)
  const { size, blocks } = fstatSync(file)
  // A file that takes up no room on the disk is all holes: there is nothing to read, however long it says it is.
  const inFile = blocks === 0 ? 0 : Math.ceil(size / pageSize)
  const inLog = (at: number) => (logFile === undefined ? undefined : readAt(logFile, at))
  const readFile: ReadPage = (number) => readAt(file, (number - 1) * pageSize)
  return {
    count: Math.max(inFile, log.count ?? 0),
    read(number) {
      const at = log.committed.get(number)
      return at === undefined ? readFile(number) : inLog(at)
    },
    readFile,
    *strayPages() {
      for (const at of log.strays) {
        const page = inLog(at)
        if (page) yield page
      }
    },
    close() {
      closeSync(file)
      if (logFile !== undefined) closeSync(logFile)
    },
  }
}
