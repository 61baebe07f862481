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
  const read = readFolder(folder)
  const { isDryRun = false, write = writeFile } = options
  const { merged, refused, linked, changed, damaged } = await mergeFolder(store, read, isDryRun)
  const conflicting = new Set(refused)
  const refusedFiles = [...read.refused, ...refusalsOf(read, conflicting)]
  const { states, withSecrets } = statesToWrite(merged, { read, refusedFiles, options })
  const copies = copiesIn(read, { conflicting, withSecrets })
  if (!isDryRun) {
    for (const state of states) write(join(folder, fileNameOf(state.id)), renderState(state))
    for (const name of [...copies, ...read.partial.filter((file) => isOld(join(folder, file)))])
      rmSync(join(folder, name), { force: true })
  }
  const numbers = { read: read.files.size, changed, written: states.length, copies: copies.length }
  return { ...numbers, withSecrets: withSecrets.size, linked, damaged, refused: refusedFiles }
}

const maxTries = 5

async function mergeFolder(store: RecordStore, { files }: RecordFolder, isDryRun: boolean) {
  const found = [...files.values()].flat()
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { states, last, damaged } = await readStore(store)
    const result = mergeStates(states, found)
    const changes = Array.from(result.merged, ([id, record]) => ({ id, record })).filter(
      (state) => !damaged.has(state.id) && !isSameState(states.get(state.id), state),
    )
    const outcomes = isDryRun || changes.length === 0 ? [] : await store.merge(changes, { since: last })
    if (!outcomes.includes('outdated')) return { ...result, changed: changes.length, damaged: [...damaged] }
  }
  const message = 'Other programs kept changing the records while they were merged. Run the command again.'
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

interface WriteRequest {
  readonly read: RecordFolder
  readonly refusedFiles: readonly RefusedFile[]
  readonly options: SyncOptions
}

/** The states whose files are missing or differ, except refused files, and the ids of records with secrets that have no file yet. */
function statesToWrite(merged: RecordStates, { read, refusedFiles, options }: WriteRequest) {
  const names = new Set(refusedFiles.map(({ file }) => file.toLowerCase()))
  const withSecrets = new Set<string>()
  const states = Array.from(merged, ([id, record]) => ({ id, record })).filter((state) => {
    const name = fileNameOf(state.id)
    const [present, other] = read.files.get(name) ?? []
    if (names.has(name) || (present && !other && renderState(present) === renderState(state))) return false
    if (present || options.includeSecrets || !state.record || !hasSecret(state.record)) return true
    withSecrets.add(state.id)
    return false
  })
  return { states, withSecrets }
}

/** Whether a text of a record looks like a secret. */
function hasSecret({ context, ...record }: MemoryRecord): boolean {
  const texts = [...Object.values(record), JSON.stringify(context).replaceAll(String.raw`\n`, '\n')]
  return hasSecretKey(context) || looksSecret('', texts.flat().join('\n'))
}

/** The copies of synchronisers that are now merged into the files of their records. */
function copiesIn(
  { files }: RecordFolder,
  { conflicting, withSecrets }: Readonly<Record<'conflicting' | 'withSecrets', ReadonlySet<string>>>,
): string[] {
  const isMerged = ({ id }: RecordState) => !conflicting.has(id) && !withSecrets.has(id)
  const isCopy = (name: string, states: readonly RecordState[]) =>
    states.every((state) => name !== fileNameOf(state.id) && isMerged(state))
  return [...files].filter(([name, states]) => isCopy(name, states)).map(([name]) => name)
}

/** In milliseconds; a file that is still being written is younger. */
const maxWriting = 3_600_000

function isOld(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs < Date.now() - maxWriting
}

const writeFile = (file: string, text: string): void => writeWhole(file, [text], { mode: 0o600 })
