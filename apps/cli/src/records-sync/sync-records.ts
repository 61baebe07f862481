import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { hasSecretKey, looksSecret } from '@recallite/core/tools'
import {
  type MemoryRecord,
  mergeStates,
  RecordError,
  type RecordState,
  type RecordStates,
  type RecordStore,
} from '@recallite/store/records'
import { readFolder, type RecordFolder, type RefusedFile } from './read-folder.js'
import { fileNameOf, invalidFile, renderState } from './record-file.js'

/** How to sync records with a folder. */
export interface SyncOptions {
  /** Whether to write records that look like secrets; default false. */
  readonly includeSecrets?: boolean | undefined
  /** Whether to only report what would change; default false. */
  readonly isDryRun?: boolean | undefined
  /** Writes a file atomically. */
  readonly write?: (file: string, text: string) => void
}

/** What a sync did, or would do. */
export type SyncReport = Awaited<ReturnType<typeof syncRecords>>

/**
 * Merges the files of a folder into a store of records, and then writes the files that differ from the store. The states of both are
 * joined, so an interrupted sync is completed by the next one, and machines may sync in any order and at the same time.
 * @throws RecordError; errors of the file system
 */
export async function syncRecords(store: RecordStore, folder: string, options: SyncOptions) {
  const { isDryRun = false, write = writeFile } = options
  const read = await readFolder(folder)
  const { merged, conflicts, linked, changed, damaged } = await mergeFolder(store, read, isDryRun)
  const refused = [...read.refused, ...refusalsOf(read, new Set(conflicts))]
  const { states, withSecrets } = statesToWrite(merged, { read, refused, options })
  const kept = new Set([...conflicts, ...withSecrets])
  const isCopy = (name: string, { id }: RecordState) => name !== fileNameOf(id) && !kept.has(id)
  const copies = [...read.files].filter(([name, all]) => all.every((state) => isCopy(name, state)))
  if (!isDryRun) {
    for (const state of states) write(join(folder, fileNameOf(state.id)), renderState(state))
    for (const [name] of copies) rmSync(join(folder, name), { force: true })
    for (const name of read.partial) removeOld(join(folder, name))
  }
  const numbers = { read: read.files.size, changed, written: states.length, copies: copies.length }
  return { ...numbers, withSecrets: withSecrets.length, linked, damaged, refused }
}

const maxTries = 5

async function mergeFolder(store: RecordStore, { files }: RecordFolder, isDryRun: boolean) {
  const found = [...files.values()].flat()
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { states, last, damaged } = await readStore(store)
    const { refused: conflicts, ...result } = mergeStates(states, found)
    const changes = Array.from(result.merged, ([id, record]) => ({ id, record })).filter(
      (state) => !damaged.has(state.id) && !isSameState(states.get(state.id), state),
    )
    const outcomes = isDryRun || changes.length === 0 ? [] : await store.merge(changes, { since: last })
    if (!outcomes.includes('outdated'))
      return { ...result, conflicts, changed: changes.length, damaged: [...damaged] }
  }
  const message =
    'Other programs changed the records during each attempt to merge them. Run the command again.'
  throw new RecordError('RECORDS_BUSY', message)
}

const isSameState = (before: MemoryRecord | null | undefined, state: RecordState): boolean =>
  before !== undefined && renderState({ id: state.id, record: before }) === renderState(state)

async function readStore(store: RecordStore) {
  const states = new Map<string, MemoryRecord | null>()
  const damaged = new Set<string>()
  for (let after = 0; ;) {
    const page = await store.changes({ after, limit: 10_000 })
    for (const { id, record } of page.changes) states.set(id, record)
    for (const id of page.damaged) damaged.add(id)
    if (!page.hasMore) return { states, last: page.last, damaged }
    after = page.last
  }
}

/** The files with another content than the records with their ids. */
function refusalsOf({ files }: RecordFolder, conflicting: ReadonlySet<string>): RefusedFile[] {
  const names = [...files].filter(([, states]) => states.some(({ id }) => conflicting.has(id)))
  return names.map(([file, [state]]) => {
    const { code, message } = invalidFile(`has another content than the record ${state?.id}`)
    return { file, code, message }
  })
}

/** The states whose files are missing or differ, except refused files, and the ids of records with secrets that have no file yet. */
function statesToWrite(
  merged: RecordStates,
  {
    read,
    refused,
    options,
  }: Readonly<{ read: RecordFolder; refused: readonly RefusedFile[]; options: SyncOptions }>,
) {
  const names = new Set(refused.map(({ file }) => file.toLowerCase()))
  const withSecrets: string[] = []
  const states = Array.from(merged, ([id, record]) => ({ id, record })).filter((state) => {
    const name = fileNameOf(state.id)
    const [present, other] = read.files.get(name) ?? []
    if (names.has(name) || (present && !other && renderState(present) === renderState(state))) return false
    if (present || options.includeSecrets || !state.record || !hasSecret(state.record)) return true
    withSecrets.push(state.id)
    return false
  })
  return { states, withSecrets }
}

/** Whether a text of a record looks like a secret. */
function hasSecret({ context, ...record }: MemoryRecord): boolean {
  const texts = [...Object.values(record), JSON.stringify(context).replaceAll(String.raw`\n`, '\n')]
  return hasSecretKey(context) || looksSecret('', texts.flat().join('\n'))
}

/** In milliseconds; a file that is still being written is younger. */
const maxWriting = 3_600_000

function removeOld(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats && stats.mtimeMs < Date.now() - maxWriting) rmSync(file, { force: true })
}

const writeFile = (file: string, text: string): void => writeWhole(file, [text], { mode: 0o600 })
