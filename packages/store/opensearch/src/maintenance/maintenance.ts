import { StoreError, type Maintenance } from '@recallite/store'
import type { createLease } from '../connection/lease.js'
import { allIndexes, type Session } from '../connection/session.js'
import { readGeneration } from '../documents/generation.js'
import { dropSpace, readSpaces } from '../vectors/spaces.js'
import { removeUnusedVectors } from '../vectors/vectors.js'
import { repair, verify } from './verify.js'

export function createMaintenance(
  session: Session,
  lease: ReturnType<typeof createLease>,
): Required<Maintenance> {
  const { displayUrl, prefix } = session.requests.address
  const unsupported = async (message: string): Promise<never> => {
    // Rejects if the store is closed.
    await readGeneration(session)
    throw new StoreError('STORE_UNSUPPORTED', message)
  }
  return {
    lock: (options) => lease.acquire(options),
    verify: (options) => verify(session, options),
    repair: () => repair(session),
    backup: () =>
      unsupported(
        `Recallite cannot back up a store in OpenSearch. Use a snapshot of ${prefix}-*: PUT _snapshot/REPOSITORY/NAME at ${displayUrl}`,
      ),
    async optimise({ sql = false } = {}) {
      if (sql) return unsupported('OpenSearch has its own SQL: POST _plugins/_sql')
      // Rewrites segments with deleted documents.
      const path = `/${allIndexes(session, await readSpaces(session)).join()}/_forcemerge`
      await session.requests.send({ method: 'POST', path, query: { only_expunge_deletes: true } })
      return null
    },
    dropSpace: (space) => dropSpace(session, space),
    removeUnusedVectors: ({ unusedFor }) => removeUnusedVectors(session, { unusedFor, at: Date.now() }),
  }
}
