import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { writeWhole } from '@recallite/command-line'
import type { MemoryRecord, RecordStore } from '@recallite/store/records'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import fc from 'fast-check'
import { syncRecords } from '../sync-records.js'

/** What a machine does offline, or with the folder. Numbers choose among its records, texts and files. */
export interface Step {
  readonly machine: number
  readonly action: 'remember' | 'supersede' | 'forget' | 'contradict' | 'import' | 'sync' | 'interrupted' | 'exchange'
  readonly number: number
}

/** A history of two or three machines. */
export interface History {
  readonly machines: number
  /** Whether all machines use one folder, or each a clone that git merges. */
  readonly isShared: boolean
  readonly steps: readonly Step[]
  /** In which order the machines sync at the end. */
  readonly order: readonly number[]
}

const step = fc.record({
  machine: fc.nat({ max: 2 }),
  action: fc.constantFrom(
    ...(['remember', 'supersede', 'supersede', 'supersede', 'contradict', 'import', 'sync', 'exchange', 'interrupted'] as const),
    ...(['remember', 'supersede', 'supersede', 'forget', 'sync', 'exchange'] as const),
  ),
  number: fc.nat({ max: 1000 }),
})

export const histories: fc.Arbitrary<History> = fc.record({
  machines: fc.constantFrom(2, 3),
  isShared: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
})

interface Machine {
  readonly store: RecordStore
  readonly folder: string
}

/** What happened on any machine. */
interface Log {
  readonly contents: Map<string, string>
  readonly forgotten: Set<string>
  /** The replacements of each superseded record. */
  readonly replaced: Map<string, string[]>
}

/** Five records that all machines have. */
const beginning = (machines: number): Step[] => [
  ...[1, 2, 3, 4, 5].map((number) => ({ machine: 0, action: 'remember', number }) as const),
  { machine: 0, action: 'sync', number: 0 },
  ...Array.from({ length: machines }, (_, machine) =>
    (['exchange', 'sync'] as const).map((action) => ({ machine, action, number: 0 })),
  ).flat(),
]

/** Runs a history, lets all machines sync, and returns their states and what happened. */
async function runHistory({ machines: number, isShared, steps, order }: History) {
  const folders = Array.from({ length: number }, () => temporaryFolder())
  let time = Date.UTC(2026, 1, 11)
  const machines = await Promise.all(
    folders.map(async (own) => {
      // Clocks differ by an hour, and move slowly, so that some times are equal.
      const offset = folders.indexOf(own) * 3_600_000
      const now = () => time + offset
      const store = await openSqliteRecords({ path: ':memory:', now })
      return { store, folder: isShared ? (folders[0] ?? own) : own }
    }),
  )
  const log: Log = { contents: new Map(), forgotten: new Set(), replaced: new Map() }
  try {
    for (const each of [...beginning(number), ...steps]) {
      time += each.number % 3
      const machine = machines[each.machine % number]
      if (machine) await runStep(machine, { ...each, machines, log })
    }
    const last = order.flatMap((position) => machines[position] ?? [])
    for (let round = 0; round < 2; round += 1)
      for (const machine of last) {
        exchange(machine, machines, round)
        await syncRecords(machine.store, machine.folder, { write: writeFast })
      }
    for (const machine of last) exchange(machine, machines, 0)
    const reports = []
    for (const { store, folder } of last) reports.push(await syncRecords(store, folder, { write: writeFast }))
    const states = await Promise.all(machines.map(({ store }) => statesOf(store)))
    return { states, log, reports, files: machines.map(({ folder }) => filesIn(folder)) }
  } finally {
    for (const { store } of machines) await store.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Asserts that all machines are equal at the end of a history, and that no record was lost or came back. */
export async function checkHistory(history: History): Promise<void> {
  const { states, log, reports, files } = await runHistory(history)
  const [first = new Map<string, never>()] = states
  for (const other of states) assert.deepEqual(other, first)
  for (const other of files) assert.deepEqual(other, files[0])
  for (const report of reports)
    assert.deepEqual(report, { ...quiet, read: Object.keys(files[0] ?? {}).length })
  assert.deepEqual([...first.keys()].toSorted(), [...log.contents.keys()].toSorted())
  for (const id of log.contents.keys()) assertKept(first.get(id) ?? null, id, log)
  for (const id of log.replaced.keys()) assertLinked(first, id, log)
}

function assertKept(record: Lasting | null, id: string, log: Log): void {
  assert.equal(record === null, log.forgotten.has(id), `${id} is forgotten`)
  if (!record) return
  assert.equal(record.content, log.contents.get(id))
  assert.equal(record.status === 'superseded', log.replaced.has(id), `${id} is superseded`)
}

function assertLinked(states: ReadonlyMap<string, Lasting | null>, id: string, log: Log): void {
  const [one, ...others] = new Set(log.replaced.get(id))
  const group = closure([id], (each) => log.replaced.get(each) ?? [])
  // A forgotten record leaves no trace of what it replaced.
  if (one === undefined || others.length === 0 || group.some((each) => log.forgotten.has(each))) return
  const linked = closure([one], (each) => neighboursOf(states, each))
  assert.ok(others.every((each) => linked.includes(each)), `${id} has replacements without a link`)
  linkedConflicts += 1
}

/** How many conflicts of two replacements were checked. */
export let linkedConflicts = 0

function closure(start: readonly string[], next: (id: string) => readonly string[]): string[] {
  const reached = new Set(start)
  for (const id of reached) for (const other of next(id)) reached.add(other)
  return [...reached]
}

/** The records that a record is linked with, and those that replace it, are replaced by it or say the same. */
function neighboursOf(states: ReadonlyMap<string, Lasting | null>, id: string): string[] {
  const record = states.get(id)
  if (!record) return []
  const others = [...states.values()].filter((other) => other?.hash === record.hash || other?.supersededBy === id)
  const ids = others.map((other) => other?.id ?? '')
  return [...ids, ...record.contradicts, ...record.contradictedBy, record.supersededBy ?? [] ].flat()
}

const quiet = { changed: 0, written: 0, copies: 0, withSecrets: 0, linked: [], damaged: [], refused: [] }

type Run = Step & { readonly machines: readonly Machine[]; readonly log: Log }

async function runStep(machine: Machine, run: Run): Promise<void> {
  await actions[run.action](machine, run)
}

const actions: Record<Step['action'], (machine: Machine, run: Run) => Promise<unknown> | void> = {
  async remember({ store }, { number, log }) {
    const origin = number % 2 === 0 ? 'user' : 'agent'
    const fields = { origin, session: `session ${number % 3}` } as const
    noteAll(log, await store.put([{ content: factOf(number), ...fields }]))
  },
  // The same import on two machines has the same ids, and some other fields.
  async import({ store }, { machine, number, log }) {
    const record = { id: `Import ${number % 5}`, content: `Imported ${number % 5}.`, tags: [`${machine}`] }
    noteAll(log, await store.put([record]))
  },
  async contradict({ store }, { number, log }) {
    const { records } = await store.list({ limit: 1000 })
    const contradicts = records.slice(number % 5, (number % 5) + 2).map(({ id }) => id)
    noteAll(log, await store.put([{ content: factOf(number), contradicts }]))
  },
  async supersede({ store }, { number, log }) {
    // One of the first, so that several machines choose the same.
    const { records } = await store.list({ limit: 4, status: 'active' })
    const old = records[number % Math.max(records.length, 1)]
    if (!old) return
    const outcome = await store.supersede(old.id, { content: `${factOf(number)} And more.` })
    noteAll(log, [outcome])
    log.replaced.set(old.id, [...(log.replaced.get(old.id) ?? []), outcome.id])
  },
  async forget({ store }, { number, log }) {
    const { records } = await store.list({ limit: 1000 })
    const { id } = records[number % Math.max(records.length, 1)] ?? {}
    if (id === undefined) return
    await store.forget(id)
    log.forgotten.add(id)
  },
  sync: ({ store, folder }) => syncRecords(store, folder, { write: writeFast }),
  interrupted: (machine, { number }) => interrupt(machine, number),
  exchange: (machine, { machines, number }) => exchange(machine, machines, number),
}

const factOf = (number: number): string => `Fact ${number % 12}.`

function noteAll(log: Log, outcomes: readonly { readonly record: MemoryRecord | undefined }[]): void {
  for (const { record } of outcomes) if (record) log.contents.set(record.id, record.content)
}

/** Without waiting for the disk. */
const writeFast = (file: string, text: string): void => writeWhole(file, [text], { isLasting: false })

/** A sync that stops before or after its merge, or after some files, the last one perhaps half-written. */
async function interrupt({ store, folder }: Machine, number: number): Promise<void> {
  let left = number % 5
  const failing = new Proxy(store, {
    get: (target, name) =>
      name === 'merge' && number % 7 === 0
        ? async () => Promise.reject(new Error('interrupted'))
        : Reflect.get(target, name),
  })
  const write = (file: string, text: string) => {
    if (left === 0) {
      writeFileSync(`${file}.abcdefghijkl.partial`, text.slice(0, number % text.length))
      throw new Error('interrupted')
    }
    left -= 1
    writeFast(file, text)
  }
  await syncRecords(failing, folder, { write }).catch((error: unknown) => {
    if (!(error instanceof Error && error.message === 'interrupted')) throw error
  })
}

/** Merges the folders of two machines file by file as git does: a file that both changed gets conflict markers or a copy. */
function exchange({ folder }: Machine, machines: readonly Machine[], number: number): void {
  for (const [index, other] of machines.entries()) {
    if (other.folder === folder) continue
    for (const name of readdirSync(other.folder)) {
      const [from, to] = [join(other.folder, name), join(folder, name)]
      if (!name.endsWith('.json')) continue
      if (!existsSync(to)) cpSync(from, to)
      else if (readFileSync(from, 'utf8') !== readFileSync(to, 'utf8')) conflict(from, to, { number, index })
    }
  }
}

/** A synchroniser gives each copy another name. */
function conflict(from: string, to: string, { number, index }: { number: number; index: number }): void {
  const [ours, theirs] = [readFileSync(to, 'utf8'), readFileSync(from, 'utf8')]
  const isMarked = /^<{7} /mu.test(ours + theirs)
  if (isMarked || number % 2 === 0) {
    const ending = isMarked ? number % 10 : number
    return writeFileSync(to.replace(/\.json$/u, `.sync-conflict-${index}-${ending}.json`), theirs)
  }
  return writeFileSync(to, withMarkers(ours, theirs))
}

/** The lines between the common first and last lines are in conflict. */
export function withMarkers(ours: string, theirs: string): string {
  const [one, other] = [ours.split('\n'), theirs.split('\n')]
  let start = 0
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const middle = (lines: readonly string[]) => lines.slice(start, lines.length - end)
  const tail = one.slice(one.length - end)
  const marked = ['<<<<<<< HEAD', ...middle(one), '=======', ...middle(other), '>>>>>>> theirs']
  return [...one.slice(0, start), ...marked, ...tail].join('\n')
}

type Lasting = Omit<MemoryRecord, 'accessCount' | 'returnCount' | 'lastAccessed'>

/** The records of a store by id, without their use; null if forgotten. */
export async function statesOf(store: RecordStore): Promise<Map<string, Lasting | null>> {
  const { changes } = await store.changes({ after: 0, limit: 10_000 })
  const states = changes.map(({ id, record }) => {
    if (!record) return [id, null] as const
    const { accessCount: _, returnCount: _returns, lastAccessed: _last, ...lasting } = record
    return [id, lasting] as const
  })
  return new Map(states.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The files of a folder with their texts. */
export const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
