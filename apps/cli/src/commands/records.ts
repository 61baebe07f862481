import { text as readText } from 'node:stream/consumers'
import { actionsRun, flagSyntax, printable, renderJson, UsageError } from '@recallite/command-line'
import type { Io, Request } from '@recallite/command-line'
import type { RecallOptions, Remembered } from '@recallite/core/records'
import type { MemoryRecord, RecordOrigin, SessionEntry } from '@recallite/store/records'
import { hasColour } from '@recallite/settings'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { type OpenRecords, withRecords, withRecordStore } from '../open/open-records.js'
import { percentOf } from '@recallite/core'
import { count } from '../render/amounts.js'
import { printFailures, printRecallNotes } from '../render/answer-notes.js'
import { aboutRecord, dateAndTime, renderRecall } from '../render/recall.js'
import { isAgreed } from './agreement.js'
import { createPalette } from '../render/styled-lines.js'
import { renderTable } from '../render/table.js'

/** `recallite remember <content…>` */
export async function runRemember({ words, flags, io }: Request<Flags>): Promise<void> {
  const content = await contentOf(words, io)
  const { remembered, noModelReason } = await withRecords({ flags, io }, {}, async (open) => {
    return { remembered: await remember(open, content, flags), noModelReason: open.noModelReason }
  })
  const { record, duplicate, contradicts, degraded } = remembered
  const text = printable(record.content, { keepLines: true })
  io.write(flags.json ? renderJson(remembered) : `${aboutRecord(record)}\n${text}\n`)
  if (duplicate) io.talk(describeDuplicate(record.id, duplicate))
  for (const each of contradicts) io.talk(describeContradicted(each))
  printFailures(degraded, io, noModelReason)
}

async function contentOf(words: readonly string[], { input }: Pick<Io, 'input'>): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ')
  return (await readText(input)).trim()
}

function remember({ records, resolved }: OpenRecords, content: string, flags: Flags): Promise<Remembered> {
  const { collection, session, confidence, context, summary, occurredAt, supersedes, allowDuplicate } = flags
  const { scopeFile: scopeFiles, entity: scopeEntities, tag: tags, expires: expiresAt } = flags
  const [origin = resolved.settings.records.origin ?? 'user'] = flags.origin ?? []
  const about = { summary, scopeFiles, scopeEntities, tags, context, occurredAt, expiresAt, origin }
  const fields = { ...about, collection, session, confidence }
  if (supersedes !== undefined) return records.supersede(supersedes, content, fields)
  return records.remember(content, { ...fields, allowDuplicate })
}

function describeDuplicate(id: string, { by, similarity }: NonNullable<Remembered['duplicate']>): string {
  const alike = by === 'content' ? 'word for word' : `by its ${by}, ${percentOf(similarity)}`
  return `Not stored: this record already contains it (${alike}). To store it anyway: --allow-duplicate. To replace that record: --supersedes ${printable(id)}\n`
}

function describeContradicted({ id, content }: MemoryRecord): string {
  const text = printable(content.replaceAll(/\s+/gu, ' '))
  return `It contradicts ${printable(id)}: “${text}”. Both remain. To replace that record: recallite remember … --supersedes ${printable(id)}\n`
}

/** `recallite recall [query…]` */
export async function runRecall({ words, flags, io }: Request<Flags>): Promise<void> {
  const query = words.join(' ')
  if (query.trim() === '' && flags.session === undefined) {
    throw new UsageError("Name a query: 'recallite recall QUERY'. Only --session ID works without one.")
  }
  const options = { ...recallOptions(flags), fusion: flags.fusion, signal: io.interrupted }
  const use = { mustExist: true, onlyReads: true }
  const { answer, noModelReason } = await withRecords({ flags, io }, use, async (open) => {
    return { answer: await open.records.recall(query, options), noModelReason: open.noModelReason }
  })
  const { explanation, results, ...rest } = answer
  if (flags.json) io.write(renderJson({ ...rest, ...(flags.explain && { explanation }), results }))
  else {
    const style = { palette: createPalette(hasColour(io)), columns: io.columns }
    io.write(await renderRecall(answer, { ...style, isExplained: flags.explain ?? false }))
  }
  printRecallNotes(answer, io, noModelReason)
}

/**
 * The options of a recall, from flags.
 * @throws UsageError for a flag without the flag that it refines
 */
export function recallOptions(flags: Flags): RecallOptions {
  for (const name of ['maxDistance', 'frame', 'nearField'] as const) assertTogether(flags, name, 'near')
  assertTogether(flags, 'boostFactor', 'boost')
  const { limit, collection, session, minConfidence, filter, includeSuperseded, mode, threshold } = flags
  const { near: position, maxDistance, frame, nearField: field, tag: tags } = flags
  const { boost, boostFactor: factor = 1.5, halfLife, origin: origins, asOf } = flags
  const filters = { collection, session, minConfidence, tags, filter, origins, asOf, includeSuperseded }
  const plain = { ...filters, limit, mode, threshold }
  return {
    ...plain,
    spatial: position && { position, maxDistance, frame, field },
    boost: boost && { filter: boost, factor },
    decay: halfLife === undefined ? undefined : { halfLife },
  }
}

function assertTogether(flags: Flags, flag: keyof Flags, needed: keyof Flags): void {
  if (flags[flag] === undefined || flags[needed] !== undefined) return
  throw new UsageError(`${flagSyntax(flag)} requires ${flagSyntax(needed)}. Use both or neither.`)
}

/** `recallite forget <id…>`, or `recallite forget --origin NAME` */
export async function runForget(request: Request<Flags>): Promise<number> {
  const { words, flags, io } = request
  const origins = new Set(flags.origin)
  if ((words.length === 0) === (origins.size === 0))
    throw new UsageError("Name records by id, or all records of an origin: 'recallite forget --origin NAME'.")
  if (origins.size > 0 && !(await isAgreed(request, questionAbout([...origins])))) return exitCodes.done
  const [forgotten, unknown]: [string[], string[]] = [[], []]
  await withRecords({ flags, io }, { mustExist: true }, async ({ records }) => {
    for (const id of new Set(words)) ((await records.forget(id)) ? forgotten : unknown).push(id)
    for (const origin of origins) forgotten.push(...(await records.forgetOrigin(origin)))
  })
  if (flags.json) io.write(renderJson({ forgotten, unknown }))
  else if (unknown.length === 0 || forgotten.length > 0)
    io.talk(`Forgot ${count(forgotten.length, 'record')}.\n`)
  for (const id of unknown) io.talk(`There is no record ${printable(id)}.\n`)
  return unknown.length === 0 ? exitCodes.done : exitCodes.failed
}

function questionAbout(origins: readonly RecordOrigin[]) {
  const which = `every record with the origin ${origins.join(' or ')}`
  const undone = `Nothing was forgotten. To forget ${which} for good`
  return { question: `Forget ${which} for good?`, undone, refused: 'Nothing was forgotten.' }
}

/** `recallite sessions`, `recallite sessions start [ID]`, `recallite sessions end ID` */
export const runSessions = actionsRun<Flags>('sessions', {
  list: listSessions,
  'start [ID]': startSession,
  'end ID': endSession,
})

const maxListed = 1000

async function listSessions({ flags, io }: Request<Flags>): Promise<void> {
  const { collection } = flags
  const sessions = await withRecordStore(flags, { onlyReads: true }, (store) =>
    store.listSessions({ collection, limit: maxListed }),
  )
  if (flags.json) io.write(renderJson(sessions))
  else if (sessions.length === 0) io.talk('There is no session yet. Start one: recallite sessions start\n')
  else io.write(renderTable(sessions.map(rowOf), { columns: io.columns, numbers: [2] }))
  if (sessions.length === maxListed) io.talk(`Only the latest ${maxListed} sessions are listed.\n`)
}

function rowOf({ id, collection, records, startedAt, endedAt, summary }: SessionEntry): string[] {
  const end = endedAt === null ? 'active' : `ended ${dateAndTime(endedAt)}`
  const cells = [id, collection, count(records, 'record'), dateAndTime(startedAt), end, summary ?? '']
  return cells.map((cell) => printable(cell))
}

async function startSession({ flags, io }: Request<Flags>, word: string): Promise<void> {
  const { collection, context } = flags
  const session = await withRecordStore(flags, {}, (store) =>
    store.startSession({ id: word || undefined, collection, context }),
  )
  io.write(flags.json ? renderJson(session) : `${printable(session.id)}\n`)
}

async function endSession({ flags, io }: Request<Flags>, id: string): Promise<void> {
  const { summary } = flags
  const session = await withRecordStore(flags, { onlyReads: true }, (store) =>
    store.endSession(id, { summary }),
  )
  if (flags.json) io.write(renderJson(session))
  else io.talk(`The session ${printable(session.id)} has ended.\n`)
}
