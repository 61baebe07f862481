import { Readable } from 'node:stream'
import { type Request, renderJsonLine } from '@recallite/command-line'
import { wantedRoots } from '@recallite/core'
import { innerPath } from '@recallite/core/sources'
import { RecordError, type RecordInput } from '@recallite/records'
import type { Root } from '@recallite/store'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import type { ForeignMemory, ImportedItem } from '../imports/foreign-memory.js'
import { findMemory } from '../open/memory-location.js'
import { type OpenMemory, withMemoryAt } from '../open/open-memory.js'
import { withRecordStore } from '../open/open-records.js'
import { count } from '../render/amounts.js'
import {
  printIndexNotes,
  renderIndexPlan,
  renderIndexReport,
  renderUsersFolders,
} from '../render/index-report.js'
import { exitCodeOf, indexInto, planInto } from './indexing.js'
import { importLines, indexImported } from './transfer-records.js'

/** What became of folders or records. */
export interface Taken {
  readonly items: readonly ImportedItem[]
  readonly exitCode: number
}

type ForeignRoots = ForeignMemory['roots']

/** Makes folders roots of one memory and indexes them, as `recallite index` does. */
export async function takeRoots(roots: ForeignRoots, request: Request<Flags>): Promise<Taken> {
  const { flags } = request
  const sources = roots.map(({ source }) => source)
  if (wantedRoots(sources).roots.length === 0)
    return { items: itemsOf(roots, [], []), exitCode: exitCodes.done }
  const use = { fills: true, namesFolders: true, isScratch: flags.dryRun === true }
  const location = await findMemory(flags, use)
  const withSources = { ...location, sources: [...location.sources, ...sources] }
  return withMemoryAt(withSources, { flags, use }, async (open) => {
    const before = await open.memory.listRoots()
    const exitCode = await indexOrPlan(open, request)
    return { items: itemsOf(roots, before, await open.memory.listRoots()), exitCode }
  })
}

async function indexOrPlan(open: OpenMemory, { flags, io }: Request<Flags>): Promise<number> {
  const talk = flags.json ? () => {} : io.talk
  if (flags.dryRun) {
    talk(renderIndexPlan(await planInto(open, { words: [], io })))
    return exitCodes.done
  }
  const { outcome, leftProject } = await indexInto(open, { words: [], flags, io })
  talk(renderIndexReport(outcome))
  if (leftProject !== undefined) talk(renderUsersFolders(leftProject))
  printIndexNotes({ ...outcome, missing: [], refused: [] }, io)
  return exitCodeOf(outcome, flags)
}

/** What became of folders, by the roots before and after. */
function itemsOf(roots: ForeignRoots, before: readonly Root[], after: readonly Root[]): ImportedItem[] {
  const known = new Set(before.map((root) => renderJsonLine(root)))
  return roots.flatMap(({ agent, name, source }) => {
    const { roots: wanted, missing, refused } = wantedRoots([source])
    const left = [...missing.map((path) => ({ path, reason: 'it is not there' })), ...refused]
    return [
      ...wanted.map(({ path, include }): ImportedItem => {
        const root = holderOf(path, after)
        const what = `${name}: ${path}${include === undefined ? '' : ` (${include.join(', ')})`}, root ${root?.name}`
        return { state: known.has(renderJsonLine(root)) ? 'known' : 'taken', what, agent }
      }),
      ...left.map(({ path, reason }): ImportedItem => ({
        state: 'left',
        what: `${name}: ${path}`,
        why: reason,
        agent,
      })),
    ]
  })
}

/** The root that has a folder, or the nearest one around it. */
function holderOf(path: string, roots: readonly Root[]): Root | undefined {
  const around = roots.filter((root) => innerPath(path, root.path) !== undefined)
  return around.toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** Stores records, as `recallite import FILE` does. */
export async function takeRecords(
  records: readonly RecordInput[],
  { flags, io }: Request<Flags>,
): Promise<Taken> {
  const open = () => Readable.from(records.map((record) => `${JSON.stringify(record)}\n`))
  const report = await importLines(open, flags)
  const { added, known, duplicates, forgotten, refused } = flags.dryRun
    ? { ...report, ...(await countNew(records, flags)) }
    : report
  if (!flags.dryRun && added > 0) await indexImported(flags, io)
  const rows: [number, Omit<ImportedItem, 'what'>][] = [
    [added, { state: 'taken' }],
    [known, { state: 'known' }],
    [duplicates, { state: 'left', why: 'another record has the same content' }],
    [forgotten, { state: 'left', why: 'forgotten here before' }],
    ...refused.map(({ message }): [number, Omit<ImportedItem, 'what'>] => [
      1,
      { state: 'left', why: message },
    ]),
  ]
  const items = rows.flatMap(([number, item]) =>
    number > 0 ? [{ ...item, what: count(number, 'record') }] : [],
  )
  return { items, exitCode: refused.length === 0 ? exitCodes.done : exitCodes.incomplete }
}

/** How many records are not here yet, by their ids. */
async function countNew(records: readonly RecordInput[], flags: Flags) {
  const ids = records.flatMap(({ id }) => id ?? [])
  const found = withRecordStore(flags, { onlyReads: true }, (store) => store.getAll(ids))
  const known = await found.catch((error: unknown) => {
    if (RecordError.isInstance(error) && error.code === 'RECORDS_UNAVAILABLE') return []
    throw error
  })
  return { known: known.length, added: records.length - known.length }
}
