import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { printable, renderJson, UsageError, writeWhole, type Io, type Request } from '@recallite/command-line'
import { exportRecords, type ExportItem, type MemoryRecord, type RecordStore } from '@recallite/records'
import { allSessions } from '../all-sessions.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { withRecords, withRecordStore } from '../open-records.js'
import { importInto, openImport, readImport, type ImportReport, type RefusedLine } from '../import-records.js'
import { count } from '../render/amounts.js'
import { renderRecordsMarkdown } from '../render/records-markdown.js'

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
  if (flags.format === 'md') lines.push(...renderRecordsMarkdown(records))
  else for await (const line of exportRecords(await itemsOf(store, records, flags))) lines.push(line)
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
