import { Readable } from 'node:stream'
import { type Request, renderJsonLine } from '@recallite/command-line'
import { type WantedRoot, wantedRoots } from '@recallite/core'
import { innerPath } from '@recallite/core/sources'
import { type ChangePage, RecordError, type RecordInput } from '@recallite/store/records'
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

function itemsOf(roots: ForeignRoots, before: readonly Root[], after: readonly Root[]): ImportedItem[] {
  const known = new Set(before.map(foldersOf))
  return roots.flatMap(({ agent, name, source }) => {
    const { roots: wanted, missing, refused } = wantedRoots([source])
    const items: ImportedItem[] = [
      ...wanted.map(({ path, include }) => {
        const root = holderOf(path, after)
        const what = `${path}${include === undefined ? '' : ` (${include.join(', ')})`}, root ${root?.name}`
        return { state: root && known.has(foldersOf(root)) ? 'known' : 'taken', what } as const
      }),
      ...describedOf(wanted[0], { before, after }),
      ...missing.map((path) => ({ state: 'left', what: path, why: 'it is not there' }) as const),
      ...refused.map(({ path, reason }) => ({ state: 'left', what: path, why: reason }) as const),
    ]
    return items.map((item) => ({ ...item, what: `${name}: ${item.what}`, agent }))
  })
}

const foldersOf = ({ description: _, ...root }: Root): string => renderJsonLine(root)

function describedOf(
  wanted: WantedRoot | undefined,
  { before, after }: { readonly before: readonly Root[]; readonly after: readonly Root[] },
): ImportedItem[] {
  const root = wanted && holderOf(wanted.path, after)
  if (root === undefined || wanted?.description === undefined) return []
  const what = `description ${JSON.stringify(wanted.description)}`
  if (root.path !== wanted.path)
    return [{ state: 'left', what, why: `the folder is part of the root ${root.name}` }]
  if (root.description !== wanted.description)
    return [{ state: 'left', what, why: `the root ${root.name} has another: ${root.description}` }]
  const earlier = before.find(({ path }) => path === root.path)
  return [{ state: earlier?.description === root.description ? 'known' : 'taken', what }]
}

function holderOf(path: string, roots: readonly Root[]): Root | undefined {
  const around = roots.filter((root) => innerPath(path, root.path) !== undefined)
  return around.toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** Stores records, as `recallite import FILE` does, also those that say the same of different users. */
export async function takeRecords(
  records: readonly RecordInput[],
  { flags, io }: Request<Flags>,
): Promise<Taken> {
  const open = () => Readable.from(records.map((record) => `${JSON.stringify(record)}\n`))
  const report = await importLines(open, { ...flags, allowDuplicate: true })
  const { refused } = report
  const refusedLines = new Set(refused.map(({ line }) => line))
  const valid = records.filter((_, index) => !refusedLines.has(index + 1))
  const counts = flags.dryRun ? await foresee(valid, flags) : report
  // An import that was interrupted may have stored records and not indexed them.
  if (!flags.dryRun && counts.added + counts.known > 0) await indexImported(flags, io)
  const rows: [number, Omit<ImportedItem, 'what'>][] = [
    [counts.added, { state: 'taken' }],
    [counts.known, { state: 'known' }],
    [counts.forgotten, { state: 'left', why: 'forgotten here before' }],
  ]
  const items: ImportedItem[] = [
    ...rows.flatMap(([number, item]) => (number > 0 ? [{ ...item, what: count(number, 'record') }] : [])),
    ...refused.map(({ line, message }) => ({
      state: 'left' as const,
      what: `record ${JSON.stringify(records[line - 1]?.content.slice(0, shownOfContent))}`,
      why: message.replace(/^Line \d+: /u, ''),
    })),
  ]
  return { items, exitCode: refused.length === 0 ? exitCodes.done : exitCodes.incomplete }
}

/** In UTF-16 units. */
const shownOfContent = 40

async function foresee(records: readonly RecordInput[], flags: Flags) {
  const outcomes = new Map<unknown, 'known' | 'forgotten'>()
  const read = withRecordStore(flags, { onlyReads: true }, async (store) => {
    let page: ChangePage | undefined
    do {
      page = await store.changes({ after: page?.last ?? 0, limit: 10_000 })
      for (const { id, record } of page.changes) outcomes.set(id, record === null ? 'forgotten' : 'known')
    } while (page.hasMore)
  })
  await read.catch((error: unknown) => {
    if (!RecordError.isInstance(error) || error.code !== 'RECORDS_UNAVAILABLE') throw error
  })
  const counts = { added: 0, known: 0, forgotten: 0 }
  for (const { id } of records) counts[outcomes.get(id) ?? 'added'] += 1
  return counts
}
