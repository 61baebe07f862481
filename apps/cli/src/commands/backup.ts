import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { assertWritableFile, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { StoreError } from '@recallite/store'
import { isOfStore } from '../open/driver.js'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryLocation } from '../open/memory-location.js'
import { withMemoryAt } from '../open/open-memory.js'
import { openRecordStore, recordsFileOf } from '../open/record-store.js'
import { describeBytes } from '../render/amounts.js'

/** `recallite backup FILE` */
export async function runBackup({ words: [word], flags, io }: Request<Flags>): Promise<void> {
  if (word === undefined) throw new UsageError("Say where to: 'recallite backup FILE'.")
  const file = resolve(word)
  const saved = await backUp(await findMemory(flags, {}), file, flags)
  if (flags.json) io.write(renderJson(saved))
  else {
    io.write(
      describe(saved.database, saved.records ? ': the index, which can be made again from your files' : ''),
    )
    io.write(describe(saved.records, ': the records, which cannot be made again'))
  }
}

/** A file that was written, and its size. */
interface Saved {
  readonly path: string
  readonly bytes: number
}

interface SavedMemory {
  /** Null if nothing is indexed. */
  readonly database: Saved | null
  /** Null if nothing is remembered. */
  readonly records: Saved | null
}

/** The records are copied first, and take their place last: if the index cannot be copied, neither file is there. */
async function backUp(location: MemoryLocation, file: string, flags: Flags): Promise<SavedMemory> {
  const [from, to] = [recordsFileOf(location.path), recordsFileOf(file)]
  const replace = flags.force ?? false
  // A server refuses, and names the command that copies the index and the records.
  const isInFile = location.connection.server === undefined && location.path !== ':memory:'
  const isRemembered = isInFile && existsSync(from)
  const targets = isRemembered ? [file, to] : [file]
  targets.forEach(assertWritableFile)
  assertApart(location, targets)
  const saveDatabase = async (): Promise<Saved> => {
    const { bytes } = await withMemoryAt(location, { flags, use: {} }, ({ memory }) =>
      memory.backup(file, { replace }),
    )
    return { path: file, bytes }
  }
  if (!isRemembered) return { database: await saveDatabase(), records: null }
  const store = await openRecordStore(location, true)
  try {
    let database: Saved | null = null
    const beforePlacing = async () => {
      if (existsSync(location.path)) database = await saveDatabase()
    }
    const { bytes } = await store.backup(to, { replace, beforePlacing })
    return { database, records: { path: to, bytes } }
  } finally {
    await store.close()
  }
}

/** The store refuses its own files as targets, and knows nothing of the others of the memory. */
function assertApart({ path }: MemoryLocation, targets: readonly string[]): void {
  for (const target of targets) {
    if (![path, recordsFileOf(path)].some((own) => isOfStore(target, own))) continue
    throw new StoreError(
      'STORE_FILE_EXISTS',
      `${target} is the store itself, or a part of it, and it was not changed. Name another file.`,
    )
  }
}

function describe(saved: Saved | null, what: string): string {
  if (!saved) return ''
  return `${printable(saved.path)}, ${describeBytes(saved.bytes)} (${saved.bytes} bytes)${what}\n`
}
