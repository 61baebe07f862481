import { Readable } from 'node:stream'
import { type Request, renderJsonLine } from '@recallite/command-line'
import { wantedRoots } from '@recallite/core'
import { innerPath } from '@recallite/core/sources'
import { RecordError, type RecordInput } from '@recallite/records'
import type { Root } from '@recallite/store'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import type { ForeignPart, ForeignRoot } from '../imports/foreign-memory.js'
import type { ImportedItem } from '../imports/report.js'
import { findMemory } from '../open/memory-location.js'
import { type OpenMemory, withMemoryAt } from '../open/open-memory.js'
import { withRecordStore } from '../open/open-records.js'
import { count } from '../render/amounts.js'
import { printIndexNotes, renderUsersFolders } from '../render/index-report.js'
import { exitCodeOf, indexInto, planInto } from './indexing.js'
import { type ImportReport, importLines, indexImported } from './transfer-records.js'

/** What was taken of folders or records. */
export interface Taken {
  readonly items: readonly ImportedItem[]
  readonly exitCode: number
}

/** Takes what belongs into one memory, or says what would be taken. */
export async function takePart(
  { agent, roots, records }: ForeignPart,
  request: Request<Flags>,
): Promise<Taken[]> {
  const flags = agent === undefined ? request.flags : { ...request.flags, agent }
  const ofRoots = await takeRoots(roots, { ...request, flags })
  const items = ofRoots.items.map((item) => ({ ...item, agent }))
  return [{ ...ofRoots, items }, ...(records.length > 0 ? [await takeRecords(records, request)] : [])]
}

/** Makes folders roots and indexes them, as `recallite index` does. */
async function takeRoots(roots: readonly ForeignRoot[], request: Request<Flags>): Promise<Taken> {
  const { flags } = request
  const sources = roots.map(({ source }) => source)
  if (wantedRoots(sources).roots.length === 0) return { items: itemsOf(roots, [], []), exitCode: exitCodes.done }
  const use = { fills: true, namesFolders: true, isScratch: flags.dryRun === true }
  const location = await findMemory(flags, use)
  const opened = { ...location, sources: [...location.sources, ...sources] }
  return withMemoryAt(opened, { flags, use }, async (open) => {
    const before = await open.memory.listRoots()
    const exitCode = await indexOrPlan(open, request)
    return { items: itemsOf(roots, before, await open.memory.listRoots()), exitCode }
  })
}

async function indexOrPlan(open: OpenMemory, { flags, io }: Request<Flags>): Promise<number> {
  if (flags.dryRun) {
    await planInto(open, { words: [], io })
    return exitCodes.done
  }
  const { outcome, leftProject } = await indexInto(open, { words: [], flags, io })
  if (leftProject !== undefined) io.talk(renderUsersFolders(leftProject))
  printIndexNotes({ ...outcome, missing: [], refused: [] }, io)
  return exitCodeOf(outcome, flags)
}

/** What became of folders, by the roots before and after. */
function itemsOf(roots: readonly ForeignRoot[], before: readonly Root[], after: readonly Root[]) {
  return roots.flatMap(({ name, source }): ImportedItem[] => {
    const { roots: wanted, missing, refused } = wantedRoots([source])
    return [
      ...wanted.map(({ path, include }): ImportedItem => {
        const what = `${name}: ${path}${include === undefined ? '' : ` (${include.join(', ')})`}`
        const root = holderOf(path, after)
        if (root === undefined) return { state: 'left', what, why: 'this memory holds only what lies in its folder' }
        const isKnown = before.some((known) => renderJsonLine(known) === renderJsonLine(root))
        return { state: isKnown ? 'known' : 'taken', what: `${what}, root ${root.name}` }
      }),
      ...missing.map((path): ImportedItem => ({ state: 'left', what: `${name}: ${path}`, why: 'it is not there' })),
      ...refused.map(({ path, reason }): ImportedItem => ({ state: 'left', what: `${name}: ${path}`, why: reason })),
    ]
  })
}

/** The root that has a folder, or the nearest one around it. */
function holderOf(path: string, roots: readonly Root[]): Root | undefined {
  const around = roots.filter((root) => innerPath(path, root.path) !== undefined)
  return around.toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** Stores records as `recallite import FILE` does. */
async function takeRecords(records: readonly RecordInput[], request: Request<Flags>): Promise<Taken> {
  const { flags, io } = request
  const open = () => Readable.from(records.map((record) => `${JSON.stringify(record)}\n`))
  const report = await (flags.dryRun ? countRecords(records, open, flags) : importLines(open, flags))
  if (!flags.dryRun && report.added > 0) await indexImported(flags, io)
  const exitCode = report.refused.length === 0 ? exitCodes.done : exitCodes.incomplete
  return { items: recordItems(report), exitCode }
}

async function countRecords(
  records: readonly RecordInput[],
  open: () => Readable,
  flags: Flags,
): Promise<ImportReport> {
  const report = await importLines(open, flags, { isTrial: true })
  const ids = records.flatMap(({ id }) => id ?? [])
  const known = await withRecordStore(flags, { onlyReads: true }, (store) => store.getAll(ids)).catch(noneYet)
  return { ...report, known: known.length, added: records.length - known.length - report.refused.length }
}

function noneYet(error: unknown): [] {
  if (RecordError.isInstance(error) && error.code === 'RECORDS_UNAVAILABLE') return []
  throw error
}

function recordItems({ added, known, duplicates, forgotten, refused }: ImportReport): ImportedItem[] {
  const rows: [number, Omit<ImportedItem, 'what'>][] = [
    [added, { state: 'taken' }],
    [known, { state: 'known' }],
    [duplicates, { state: 'left', why: 'the same as another record' }],
    [forgotten, { state: 'left', why: 'forgotten here before' }],
  ]
  const counted = rows.filter(([number]) => number > 0)
  return [
    ...counted.map(([number, item]) => ({ ...item, what: count(number, 'record') })),
    ...refused.map(({ code, message }): ImportedItem => ({ state: 'left', what: '1 record', why: `${message} (${code})` })),
  ]
}
