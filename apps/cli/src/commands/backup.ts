import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { assertWritableFile, closing, printable, renderJson, UsageError } from '@recallite/command-line'
import type { Io, Request } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import { addressOfFlag, isServerAddress, openAddress } from '@recallite/settings/server-store'
import { type Store, StoreError } from '@recallite/store'
import { type CopyReport, copyStore } from '@recallite/store/copy'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { isOfStore, openSqliteStore } from '../open/driver.js'
import { findMemory, hasRecordIndex, type MemoryLocation, recordsFileOf } from '../open/memory-location.js'
import { lockWait, withMemoryAt } from '../open/open-memory.js'
import { openRecordStore } from '../open/record-store.js'
import { count, describeBytes } from '../render/amounts.js'

/** `recallite backup FILE` */
export async function runBackup({ words: [word], flags, io }: Request<Flags>): Promise<void> {
  if (word === undefined) throw new UsageError("Name a target file: 'recallite backup FILE'.")
  const file = resolve(word)
  const saved = await backUp(await findMemory(flags, {}), file, { flags, io })
  if (flags.json) io.write(renderJson(saved))
  else {
    const ofIndex = saved.records ? ': the index, which can be rebuilt from your files' : ''
    io.write(describe(saved.database, ofIndex))
    io.write(describe(saved.records, ': the records, which cannot be rebuilt'))
  }
}

interface Saved {
  readonly path: string
  readonly bytes: number
}

/**
 * Copies the index and the records; null if one does not exist. The records are copied first and renamed last, so that a failed copy
 * of the index leaves neither file.
 */
async function backUp(
  location: MemoryLocation,
  file: string,
  { flags, io }: Pick<Request<Flags>, 'flags' | 'io'>,
): Promise<Record<'database' | 'records', Saved | null>> {
  const [from, to] = [recordsFileOf(location.path), recordsFileOf(file)]
  const replace = flags.force ?? false
  // For a server, `memory.backup` throws an error that names the command to use.
  const isInFile = location.connection.server === undefined && location.path !== ':memory:'
  const hasRecords = isInFile && location.connection.recordServer === undefined && existsSync(from)
  if (hasRecordIndex(location))
    io.talk('Records are not copied. To copy them: recallite export RECORDS.jsonl\n')
  const targets = hasRecords ? [file, to] : [file]
  targets.forEach(assertWritableFile)
  assertApart(location, targets)
  const saveDatabase = async (): Promise<Saved> => {
    const { bytes } = await withMemoryAt(location, { flags, use: { onlyReads: io } }, ({ memory }) =>
      memory.backup(file, { replace }),
    )
    return { path: file, bytes }
  }
  if (!hasRecords) return { database: await saveDatabase(), records: null }
  return closing(await openRecordStore(location, true), async (store) => {
    let database: Saved | null = null
    const beforePlacing = async () => {
      if (existsSync(location.path)) database = await saveDatabase()
    }
    const { bytes } = await store.backup(to, { replace, beforePlacing })
    return { database, records: { path: to, bytes } }
  })
}

/** Each store refuses its own files as targets, but does not know the other store of the memory. */
function assertApart({ path }: MemoryLocation, targets: readonly string[]): void {
  for (const target of targets) {
    if (![path, recordsFileOf(path)].some((source) => isOfStore(target, source))) continue
    const message = `${target} is the store itself or a part of it, so nothing was written. Choose another file.`
    throw new StoreError('STORE_FILE_EXISTS', message)
  }
}

function describe(saved: Saved | null, what: string): string {
  if (!saved) return ''
  return `${printable(saved.path)}, ${describeBytes(saved.bytes)} (${saved.bytes} bytes)${what}\n`
}

/** `recallite copy --from STORE --to STORE` */
export async function runCopy({ flags, io }: Request<Flags>): Promise<number> {
  const { from: source, to: target } = flags
  if (source === undefined || target === undefined) {
    throw new UsageError("Name a source and a target: 'recallite copy --from FILE --to ADDRESS'.")
  }
  const report = await closing(await openNamed(source, { flag: '--from', create: false }), async (from) =>
    closing(await openNamed(target, { flag: '--to', create: true }), (to) => copyWithBar(from, to, io)),
  )
  io.write(flags.json ? renderJson(report) : renderCopy(report))
  return exitCodes.done
}

async function openNamed(
  named: string,
  { flag, create }: { readonly flag: string; readonly create: boolean },
): Promise<Store> {
  if (isServerAddress(named)) return openAddress(addressOfFlag(named, flag), { create })
  const path = resolve(named)
  if (!create && !existsSync(path)) throw new StoreError('STORE_UNAVAILABLE', `There is no index at ${path}.`)
  return openSqliteStore({ path, create })
}

async function copyWithBar(from: Store, to: Store, io: Io): Promise<CopyReport> {
  const bar = await createProgressBar(io)
  return copyStore(from, to, {
    signal: io.interrupted,
    wait: lockWait,
    onProgress: (progress) => bar.show({ label: 'Copying vectors', ...progress }),
  }).finally(() => bar.stop())
}

function renderCopy({ roots, spaces }: CopyReport): string {
  const lines = [
    `${count(roots.length, 'root')}: ${roots.map((name) => printable(name)).join(', ')}`,
    ...spaces.map(
      ({ provider, model, vectors }) => `${printable(`${provider}/${model}`)}: ${count(vectors, 'vector')}`,
    ),
    "Next, run 'recallite index' with the target: it indexes the files of these roots and embeds only texts without a vector",
  ]
  return lines.map((line) => `${line}\n`).join('')
}
