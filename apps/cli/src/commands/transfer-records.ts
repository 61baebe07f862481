import { createReadStream, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { type Io, printable, renderJson, type Request, UsageError, writeWhole } from '@recallite/command-line'
import {
  type ExportItem,
  exportRecords,
  importRecords,
  isExpired,
  type MemoryRecord,
  type RecordInput,
  type RecordStore,
  type SessionEntry,
  type SessionsRequest,
} from '@recallite/store/records'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { withRecords, withRecordStore } from '../open/open-records.js'
import { count } from '../render/amounts.js'

/** `recallite export [file]`: exits with 3 if damaged records are skipped. */
export async function runExport({ words: [word], flags, io }: Request<Flags>): Promise<number> {
  const file = word === undefined ? undefined : resolve(word)
  if (file !== undefined && !flags.force && existsSync(file))
    throw new UsageError(`${file} exists. Name another file, or replace it with --force.`)
  const { lines, damaged, written } = await withRecordStore(flags, { onlyReads: true }, (store) =>
    exportFrom(store, flags),
  )
  if (file === undefined) for (const line of lines) io.write(line)
  else {
    writeWhole(file, lines, { mode: 0o600 })
    io.talk(`${printable(file)}: ${count(written, 'record')}.\n`)
  }
  if (damaged.length === 0) return exitCodes.done
  io.talk(
    `${count(damaged.length, 'record')} damaged and skipped: ${printable(damaged.join(', '))}. For details: recallite doctor\n`,
  )
  return exitCodes.incomplete
}

const pageSize = 1000

/** Puts the sessions before the records, so that an import knows the session of each record. */
async function exportFrom(store: RecordStore, { collection, session }: Flags) {
  const [records, damaged]: [MemoryRecord[], string[]] = [[], []]
  const now = Date.now()
  let after: string | undefined
  do {
    const page = await store.list({ collection, session, limit: pageSize, after })
    records.push(...page.records.filter((record) => !isExpired(record, now)))
    damaged.push(...page.damaged)
    after = page.next ?? undefined
  } while (after !== undefined)
  const items: ExportItem[] = []
  for await (const { records: _, ...each } of allSessions(store, { collection })) {
    if (session === undefined || each.id === session) items.push({ kind: 'session', session: each })
  }
  items.push(...records.map((record) => ({ kind: 'record', record }) as const))
  return { lines: await Array.fromAsync(exportRecords(items)), written: records.length, damaged }
}

/** `recallite import <file>`: exits with 3 if lines were refused. */
export async function runImport({ words: [word], flags, io }: Request<Flags>): Promise<number> {
  if (flags.dryRun) throw new UsageError('--dry-run requires --from. Use both or neither.')
  if (word === undefined) throw new UsageError("Name a file: 'recallite import FILE'.")
  if (flags.allOrNone && word === '-')
    throw new UsageError('--all-or-none reads its input twice, so it needs a file.')
  const open = () => (word === '-' ? io.input : openImport(resolve(word)))
  const report = await importLines(() => open().setEncoding('utf8'), flags)
  const { refused } = report
  const embedFailure = report.added > 0 ? await indexImported(flags, io) : null
  if (flags.json) io.write(renderJson({ ...report, embedFailure }))
  else {
    io.write(describeImport(report))
    for (const { code, message } of refused.slice(0, maxListed)) io.talk(`${printable(message)} (${code})\n`)
    const others = refused.length - maxListed
    if (others > 0) io.talk(`And ${others} more were refused.\n`)
  }
  return refused.length === 0 ? exitCodes.done : exitCodes.incomplete
}

/** Stores the records of JSON lines; with `--all-or-none` the lines are read once before, only to check them. */
async function importLines(open: () => Readable, flags: Flags) {
  const checked = flags.allOrNone ? await importInto(undefined, open(), flags) : undefined
  if (checked && checked.refused.length > 0) return checked
  const text = open()
  return withRecordStore(flags, {}, (store) => importInto(store, text, flags))
}

const maxListed = 20

/** Indexes the imported records, which stay stored even if this fails; returns why embedding failed, or null. */
export async function indexImported(flags: Flags, io: Io): Promise<string | null> {
  return withRecords({ flags, io }, {}, async ({ records, noModelReason }) => {
    const { embedFailure } = await records.index({ signal: io.interrupted })
    if (embedFailure !== null && embedFailure !== noModelReason)
      io.talk(`vector: ${printable(embedFailure)}\n`)
    return embedFailure
  })
}

function describeImport({ added, known, duplicates, forgotten, expired, sessions }: ImportReport): string {
  const rest = [
    [known, 'already stored'],
    [duplicates, 'the same as another record'],
    [forgotten, 'forgotten earlier'],
    [expired, 'expired'],
  ] as const
  const passed = rest.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  const also = sessions > 0 ? ` and ${count(sessions, 'session')}` : ''
  const left = passed.length > 0 ? `; skipped: ${passed.join(', ')}` : ''
  return `Imported ${count(added, 'record')}${also}${left}.\n`
}

type ImportReport = Awaited<ReturnType<typeof importInto>>

const batchSize = 500

/**
 * Stores the records and sessions of JSON lines, except expired records, and counts the outcomes: the store already has the ids of
 * `known`; `duplicates` have the content of another record of their collection; lines count from 1. Existing records do not change, so
 * an import can be repeated. Without a store, lines are only checked.
 */
async function importInto(store: RecordStore | undefined, text: Readable, flags: Flags) {
  const { allowDuplicate, keepOrigins } = flags
  const counts = { added: 0, known: 0, duplicates: 0, forgotten: 0, expired: 0, sessions: 0 }
  const refused: { line: number; code: string; message: string }[] = []
  const storedSessions = new Set(store && (await Array.fromAsync(allSessions(store), ({ id }) => id)))
  let batch: RecordInput[] = []
  const put = async () => {
    // The outcome `outdated` does not occur, because an import names no change that a record depends on.
    for (const { outcome } of (await store?.put(batch, { allowDuplicate })) ?? [])
      if (outcome !== 'outdated') counts[outcome === 'duplicate' ? 'duplicates' : outcome] += 1
    batch = []
  }
  for await (const item of importRecords(text)) {
    if (item.kind === 'refused')
      refused.push({ line: item.at, code: item.error.code, message: item.error.message })
    else if (item.kind === 'record') {
      if (item.isPast) counts.expired += 1
      else batch.push(withOrigin(item.record, keepOrigins))
    } else if (!storedSessions.has(item.session.id ?? '')) {
      await store?.startSession(item.session)
      counts.sessions += 1
    }
    if (batch.length >= batchSize) await put()
  }
  await put()
  return { ...counts, refused }
}

/** Unless origins are kept, a text cannot name its own. */
function withOrigin(record: RecordInput, isKept = false): RecordInput {
  const kept = isKept ? record : { ...record, origin: null, client: null }
  return { ...kept, origin: kept.origin ?? 'import' }
}

/** Opens a file to import. Only regular files: a pipe could block forever, and a device could be endless. */
function openImport(file: string): Readable {
  if (existsSync(file) && statSync(file).isFile()) return createReadStream(file)
  throw new UsageError(`There is no file ${file}. 'recallite import -' reads JSON lines from standard input.`)
}

const sessionPageSize = 10_000

/** All sessions of a store, the latest start first, page by page. */
export async function* allSessions(
  store: Pick<RecordStore, 'listSessions'>,
  request: Pick<SessionsRequest, 'collection'> & { readonly limit?: number } = {},
): AsyncGenerator<SessionEntry, void, void> {
  let after: string | undefined
  do {
    // Pages omit damaged sessions, so that only an empty page is the end.
    const page = await store.listSessions({ limit: sessionPageSize, ...request, after })
    yield* page
    after = page.at(-1)?.id
  } while (after !== undefined)
}
