import { reasonOf } from '@recallite/core'
import { shellWord } from '@recallite/command-line'
import type { StoreAddress } from '@recallite/settings'
import { StoreError } from '@recallite/store'
import { isOpen } from '../../driver.js'
import { describeBytes } from '../../render/amounts.js'
import { failure, fine, type Outcome } from '../finding.js'
import { ownCommand } from '../fix-commands.js'
import type { Subject } from '../subject.js'

/** Whether the server answers and has an index. */
export async function serverOutcomes(
  { store, flags }: Pick<Subject, 'store' | 'flags'>,
  { shown }: StoreAddress,
): Promise<Outcome[]> {
  if (store === undefined) return []
  if (!isOpen(store))
    return [failure(`${shown} cannot be opened`, reasonOf(store.error), fixOf(store.error, shown))]
  const { location, documents, chunks, bytes, roots } = await store.status()
  const amount = `${documents} files, ${chunks} chunks, ${describeBytes(bytes)}`
  if (roots.length > 0) return [fine(`${location}: ${amount}`)]
  return [failure(`${location} is empty`, 'nothing was indexed yet', ownCommand('index FOLDER', flags))]
}

/** Whether vectors can be searched on the server. */
export async function serverVectors(
  { store }: Pick<Subject, 'store'>,
  { shown }: StoreAddress,
): Promise<Outcome[]> {
  if (!isOpen(store)) return []
  const { vectorSearch } = await store.status()
  if (vectorSearch.available) return [fine(`pgvector ${vectorSearch.version} works`)]
  const update = 'CREATE EXTENSION IF NOT EXISTS vector; ALTER EXTENSION vector UPDATE'
  return [
    failure(
      'vectors cannot be searched; the keyword search answers alone',
      vectorSearch.reason ?? 'it gives no reason',
      `psql ${shellWord(withoutSchema(shown))} -c ${shellWord(update)}`,
    ),
  ]
}

/** What makes a server that failed work. */
export function fixOf(error: unknown, shown: string): string {
  const reason = reasonOf(error)
  const install = /npm install [^\n]*/u.exec(reason)?.[0]
  if (install !== undefined) return install
  const isNewer = StoreError.isInstance(error) && error.code === 'STORE_TOO_NEW'
  if (isNewer) return 'npm install -g recallite@latest @recallite/store-postgres@latest'
  return `psql ${shellWord(withoutSchema(shown))} -c 'SELECT version()'`
}

/** As other programs take an address. */
const withoutSchema = (shown: string): string => shown.replace(/\?schema=.*$/u, '')
