import { createReadStream, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import {
  CodedError,
  type Io,
  printable,
  renderJson,
  type Request,
  UsageError,
  writeWhole,
} from '@recallite/command-line'
import {
  type ExportItem,
  exportRecords,
  importRecords,
  type MemoryRecord,
  type RecordInput,
  type RecordStore,
  type SessionEntry,
  type SessionsRequest,
} from '@recallite/records'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { withRecords, withRecordStore } from '../open/open-records.js'
import { count } from '../render/amounts.js'

/** `recallite export [file]`: exits with 3 if damaged records are left out. */
export async function runExport({ words: [word], flags, io }: Request<Flags>): Promise<number> {
  const file = word === undefined ? undefined : resolve(word)
  if (file !== undefined && !flags.force && existsSync(file)) {
    throw new UsageError(`${file} exists. Name another file, or replace it with --force.`)
  }
  const { lines, damaged, written } = await withRecordStore(flags, { onlyReads: true }, (store) =>
    exportFrom(store, flags),
  )
  if (file === undefined) for (const line of lines) io.write(line)
  else writeWhole(file, lines, { mode: 0o600 })
  if (file !== undefined) io.talk(`${printable(file)}: ${count(written, 'record')}.\n`)
  if (damaged.length === 0) return exitCodes.done
  io.talk(
    `${count(damaged.length, 'record')} damaged and left out: ${printable(damaged.join(', '))}. 'recallite doctor' says more.\n`,
  )
  return exitCodes.incomplete
}

/** The most records that are read at once. */
const pageSize = 1000

interface Exported {
  readonly lines: readonly string[]
  /** How many records the lines have. */
  readonly written: number
  readonly damaged: readonly string[]
}

async function exportFrom(store: RecordStore, flags: Flags): Promise<Exported> {
  const { records, damaged } = await listAll(store, flags)
  const lines: string[] = []
  for await (const line of exportRecords(await itemsOf(store, records, flags))) lines.push(line)
  return { lines, written: records.length, damaged }
}

/** The sessions come first, so that those that read them know a record's session. */
async function itemsOf(
  store: RecordStore,
  records: readonly MemoryRecord[],
  { collection, session: only }: Flags,
): Promise<ExportItem[]> {
  const sessions: ExportItem[] = []
  for await (const { records: _, ...session } of allSessions(store, { collection })) {
    if (only === undefined || session.id === only) sessions.push({ kind: 'session', session })
  }
  return [...sessions, ...records.map((record) => ({ kind: 'record', record }) as const)]
}

async function listAll(store: RecordStore, { collection, session }: Flags) {
  const [records, damaged]: [MemoryRecord[], string[]] = [[], []]
  let after: string | undefined
  do {
    const page = await store.list({ collection, session, limit: pageSize, after })
    records.push(...page.records)
    damaged.push(...page.damaged)
    after = page.next ?? undefined
  } while (after !== undefined)
  return { records, damaged }
}

/** `recallite import <file>`: exits with 3 if lines were refused. */
export async function runImport({ words: [word], flags, io }: Request<Flags>): Promise<number> {
  if (word === undefined) throw new UsageError("Say what to import: 'recallite import FILE'.")
  const text = await readImport(word === '-' ? io.input : openImport(resolve(word)))
  const { allowDuplicate, json = false } = flags
  const refusals: RefusedLine[] = []
  let refusedCount = 0
  const onRefused = (line: RefusedLine) => {
    refusedCount += 1
    if (json || refusals.length < shownAtMost) refusals.push(line)
  }
  const report = await withRecordStore(flags, {}, (store) =>
    importInto(store, text, { allowDuplicate, onRefused }),
  )
  const embedFailure = report.added > 0 ? await indexImported(flags, io) : null
  if (json) io.write(renderJson({ ...report, refused: refusals, embedFailure }))
  else {
    io.write(describeImport(report))
    for (const { code, message } of refusals) io.talk(`${printable(message)} (${code})\n`)
    if (refusedCount > refusals.length) io.talk(`And ${refusedCount - refusals.length} more were refused.\n`)
  }
  return refusedCount === 0 ? exitCodes.done : exitCodes.incomplete
}

/** The most lines that are named as refused, other than in JSON. */
const shownAtMost = 20

/** What is imported is stored, whatever becomes of its index. */
async function indexImported(flags: Flags, io: Io): Promise<string | null> {
  return withRecords(flags, {}, async ({ records, noModelReason }) => {
    const { embedFailure } = await records.index({ signal: io.interrupted })
    if (embedFailure !== null && embedFailure !== noModelReason)
      io.talk(`vector: ${printable(embedFailure)}\n`)
    return embedFailure
  })
}

function describeImport({ added, known, duplicates, forgotten, sessions }: ImportReport): string {
  const rest = [
    [known, 'known already'],
    [duplicates, 'the same as another record'],
    [forgotten, 'forgotten before'],
  ] as const
  const passed = rest.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  const also = sessions > 0 ? ` and ${count(sessions, 'session')}` : ''
  const left = passed.length > 0 ? `; left out: ${passed.join(', ')}` : ''
  return `Imported ${count(added, 'record')}${also}${left}.\n`
}

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

/** The most sessions that a store lists at once. */
const mostSessions = 10_000

/** All sessions of a store, the latest start first, page by page. */
export async function* allSessions(
  store: Pick<RecordStore, 'listSessions'>,
  request: Pick<SessionsRequest, 'collection'> & { readonly limit?: number } = {},
): AsyncGenerator<SessionEntry, void, void> {
  let after: string | undefined
  do {
    // Damaged sessions are left out: only an empty page is the end.
    const page = await store.listSessions({ limit: mostSessions, ...request, after })
    yield* page
    after = page.at(-1)?.id
  } while (after !== undefined)
}
