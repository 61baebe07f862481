import { printable } from '@recallite/command-line'
import type { StoreAddress } from '@recallite/settings'
import { openAddress } from '@recallite/settings/server-store'
import { StoreError, type Store } from '@recallite/store'
import type { MemoryLocation, MemoryUse } from './memory-location.js'

interface ServerUse extends MemoryUse {
  readonly server: StoreAddress
}

/**
 * Opens the index that a server has. A command that only reads is content with a server that cannot be written to, such as a
 * replica, and says so in a line.
 * @throws StoreError, `STORE_UNAVAILABLE` if the driver is not installed
 */
export async function openServerStore(
  { sources, connection: { within } }: Pick<MemoryLocation, 'sources' | 'connection'>,
  { server, onlyReads, ...use }: ServerUse,
): Promise<{ readonly store: Store; readonly isReadOnly?: boolean }> {
  if (use.isScratch) {
    throw new StoreError(
      'STORE_UNSUPPORTED',
      `${server.shown} cannot be copied for a trial. Try it with a file: --db :memory:`,
    )
  }
  const create = use.fills === true || (use.mayBegin === true && sources.length > 0)
  try {
    return { store: await openAddress(server, { create, within }) }
  } catch (error) {
    if (!onlyReads || !StoreError.isInstance(error) || error.code !== 'STORE_READ_ONLY') throw error
    const store = await openAddress(server, { create: false, isReadOnly: true, within })
    onlyReads.talk(
      `${printable(server.shown)} cannot be written: it is read as it is, without what has changed since.\n`,
    )
    return { store, isReadOnly: true }
  }
}
