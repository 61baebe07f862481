import { StoreError, type Maintenance } from '@recallite/store'
import type { createLease } from '../connection/lease.js'
import type { Session } from '../connection/session.js'
import { readGeneration } from '../documents/generation.js'
import { dropSpace, readSpaces } from '../vectors/spaces.js'
import { removeUnusedVectors } from '../vectors/vectors.js'
import { repair, verify } from './verify.js'

export function createMaintenance(
  session: Session,
  lease: ReturnType<typeof createLease>,
): Required<Maintenance> {
  const { displayUrl, prefix } = session.requests.address
  return {
    lock: (options) => lease.acquire(options),
    verify: (options) => verify(session, options),
    repair: () => repair(session),
    async backup() {
      await readGeneration(session)
      const message = `Recallite cannot back up a store in OpenSearch. Use its snapshots of ${prefix}-*: PUT _snapshot/REPOSITORY/NAME at ${displayUrl}`
      throw new StoreError('STORE_UNSUPPORTED', message)
    },
    async optimise({ sql = false } = {}) {
      await readGeneration(session)
      if (sql) throw new StoreError('STORE_UNSUPPORTED', 'OpenSearch has SQL of its own: POST _plugins/_sql')
      await mergeSegments(session)
      return null
    },
    dropSpace: (space) => dropSpace(session, space),
    removeUnusedVectors: ({ unusedFor }) => removeUnusedVectors(session, { unusedFor, at: Date.now() }),
  }
}

/** Rewrites the segments that contain deleted documents. */
async function mergeSegments(session: Session): Promise<void> {
  const { requests, index } = session
  const spaces = await readSpaces(session)
  const parts = ['documents', 'chunks', 'texts', ...spaces.map(({ vectors }) => ({ vectors }))] as const
  await requests.send({
    method: 'POST',
    path: `/${parts.map(index).join()}/_forcemerge`,
    query: { only_expunge_deletes: true },
  })
}
