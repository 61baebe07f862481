import { createReadStream, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { CodedError, UsageError } from '@recallite/command-line'
import { importRecords, type RecordInput, type RecordStore } from '@recallite/records'
import { allSessions } from './all-sessions.js'

/** What became of an import. */
export interface ImportReport {
  /** How many records were stored. */
  readonly added: number
  /** How many were there already, by their ids. */
  readonly known: number
  /** How many have the same content as a record of their collection. */
  readonly duplicates: number
  /** How many were forgotten before, and stay so. */
  readonly forgotten: number
  /** How many sessions were stored. */
  readonly sessions: number
}

/** A line that could not be stored; lines count from 1. */
export interface RefusedLine {
  readonly line: number
  readonly code: string
  readonly message: string
}

interface ImportOptions {
  readonly allowDuplicate?: boolean | undefined
  readonly onRefused: (line: RefusedLine) => void
}

/** How many records are put in one transaction. */
const batchSize = 500

/**
 * Stores the records and sessions of JSON lines. What is there already stays as it is, so that an import can be repeated.
 * @throws RecordError as the store
 */
export async function importInto(
  store: RecordStore,
  text: AsyncIterable<string>,
  { allowDuplicate, onRefused }: ImportOptions,
): Promise<ImportReport> {
  const counts = { added: 0, known: 0, duplicate: 0, forgotten: 0, sessions: 0 }
  const knownSessions = new Set(await Array.fromAsync(allSessions(store), ({ id }) => id))
  let batch: RecordInput[] = []
  const put = async () => {
    // None is outdated, as no change is named that they depend on.
    for (const { outcome } of await store.put(batch, { allowDuplicate }))
      if (outcome !== 'outdated') counts[outcome] += 1
    batch = []
  }
  for await (const item of importRecords(text)) {
    if (item.kind === 'refused') {
      onRefused({ line: item.at, code: item.error.code, message: item.error.message })
    } else if (item.kind === 'record') batch.push(item.record)
    else if (!knownSessions.has(item.session.id ?? '')) {
      await store.startSession(item.session)
      counts.sessions += 1
    }
    if (batch.length >= batchSize) await put()
  }
  if (batch.length > 0) await put()
  const { duplicate: duplicates, ...rest } = counts
  return { ...rest, duplicates }
}

/**
 * Opens a regular file to import; reading a pipe could wait for ever, and reading a device could never end.
 * @throws UsageError if nothing is there; CodedError `IMPORT_NOT_A_FILE`
 */
export function openImport(file: string): Readable {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) throw new UsageError(`There is no file ${file}.`)
  if (stats.isFile()) return createReadStream(file)
  const what = stats.isDirectory() ? 'a folder' : 'a pipe or a device'
  const hint = "'recallite import -' reads JSON lines from standard input"
  throw new CodedError('IMPORT_NOT_A_FILE', `${file} is ${what}. Name a file of JSON lines; ${hint}.`)
}

const databaseHeader = 'SQLite format 3\0'

/**
 * The text of what is imported, in pieces. The first piece is read at once, before a store is opened for the text.
 * @throws CodedError `IMPORT_DATABASE` if it is an SQLite database
 */
export async function readImport(input: Readable): Promise<AsyncIterable<string>> {
  const pieces: AsyncIterator<string> = input.setEncoding('utf8')[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (!first.done && first.value.startsWith(databaseHeader)) {
    input.destroy()
    throw new CodedError(
      'IMPORT_DATABASE',
      "This is an SQLite database, and import reads JSON lines. 'recallite export' writes them out of a memory of Recallite, and the example https://github.com/recallite/recallite/tree/main/examples/import-robotmem out of a database of robotmem.",
    )
  }
  return (async function* () {
    for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value
  })()
}
