import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { printable, renderJson, type Request, assertWritableFile, UsageError } from '@recallite/command-line'
import type { Optimised } from '@recallite/core'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryLocation } from '../memory-location.js'
import { lockWait, withMemory, withMemoryAt } from '../open-memory.js'
import { recordFiles } from '../record-files.js'
import { count, megabytes } from '../render/amounts.js'

/** `recallite optimise` */
export async function runOptimise({ flags, io }: Request<Flags>): Promise<number> {
  const keepUnusedVectors = flags.dropUnused ? { keepUnusedVectors: 0 } : {}
  const optimised = await withMemory(flags, {}, ({ memory }) =>
    memory.optimise({ ...keepUnusedVectors, wait: lockWait }),
  )
  io.write(flags.json ? renderJson(optimised) : renderOptimised(optimised))
  const { postponed } = optimised
  if (postponed === null) return exitCodes.done
  io.talk(
    `Deleted texts may still be in the database's files: ${printable(postponed)}. Run 'recallite optimise' again later.\n`,
  )
  return exitCodes.incomplete
}

function renderOptimised({ removedVectors, bytes, freedBytes }: Optimised): string {
  const removed =
    removedVectors > 0 ? `${count(removedVectors, 'vector')} of texts that are gone removed, ` : ''
  return `Optimised: ${removed}${megabytes(freedBytes)} freed, ${megabytes(bytes)} left.\n`
}

/** `recallite backup FILE`: the records of agents go into a file of their own beside it. */
export async function runBackup({ words: [word], flags, io }: Request<Flags>): Promise<void> {
  if (word === undefined) throw new UsageError("Say where to: 'recallite backup FILE'.")
  const file = resolve(word)
  assertWritableFile(file)
  const location = await findMemory(flags, {})
  const replace = flags.force ?? false
  // The records first: they are their only copy.
  const records = await backUpRecords(recordFiles(location.path).records, recordFiles(file).records, replace)
  const made =
    records && !existsSync(location.path) ? [] : [await backUpIndex(location, { file, replace, flags })]
  const copies = [...made, ...(records ? [records] : [])]
  if (flags.json) io.write(renderJson({ ...copies[0], ...(copies[1] && { records: copies[1] }) }))
  else
    for (const { path, bytes } of copies)
      io.write(`${printable(path)}, ${megabytes(bytes)} (${bytes} bytes)\n`)
}

interface BackupCopy {
  readonly path: string
  readonly bytes: number
}

function backUpIndex(
  location: MemoryLocation,
  { file, replace, flags }: { readonly file: string; readonly replace: boolean; readonly flags: Flags },
): Promise<BackupCopy> {
  return withMemoryAt(location, { flags, use: {} }, async ({ memory }) => {
    const { bytes } = await memory.backup(file, { replace })
    return { path: file, bytes }
  })
}

async function backUpRecords(from: string, to: string, replace: boolean): Promise<BackupCopy | undefined> {
  if (from === ':memory:' || !existsSync(from)) return undefined
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  const store = await openSqliteRecords({ path: from, create: false })
  const { bytes } = await store.backup(to, { replace }).finally(() => store.close())
  return { path: to, bytes }
}
