import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { StoreAddress } from '@recallite/settings'
import type { Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'

const usualSchema = 'recallite_eval'
/** A schema's name has at most 48 characters. */
const mostOfName = 20
const hashLength = 8

/**
 * Opens the store that has the index of a suite: a file in its work folder, or a schema of its own on a server.
 * @throws StoreError, `STORE_UNAVAILABLE` if the driver of servers is not installed
 */
export async function openSuiteStore(
  name: string,
  { workFolder, server }: { readonly workFolder: string; readonly server: StoreAddress | undefined },
): Promise<Store> {
  if (server === undefined) return openSqliteStore({ path: join(workFolder, 'index.sqlite'), create: true })
  const { openAddress } = await import('@recallite/settings/server-store')
  return openAddress(server, { schema: schemaOf(name, server) })
}

/** Names that differ only in what a schema's name cannot have are told apart by their hashes. */
function schemaOf(name: string, server: StoreAddress): string {
  const first = new URL(server.shown).searchParams.get('schema') ?? usualSchema
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '_')
    .slice(0, mostOfName)
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  return `${first}_${readable}_${hash}`
}
