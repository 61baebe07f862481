import { StoreError, type Maintenance } from '@recallite/store'
import type { Connections } from '../connection/connections.js'
import { readBytes } from '../documents/status.js'
import { isStem } from '../keyword/match-sql.js'
import { dropSpace } from '../vectors/spaces.js'
import { removeUnusedVectors } from '../vectors/vectors.js'
import type { createStoreLock } from './store-lock.js'
import { repair, verify } from './verify.js'

export function createMaintenance(
  connections: Connections,
  { lock, now }: { readonly lock: ReturnType<typeof createStoreLock>; readonly now: () => number },
): Maintenance {
  const { s, address, write } = connections
  return {
    lock: (options) => lock.acquire(options),
    verify: (options) => verify(connections, options),
    repair: () => repair(connections),
    async backup() {
      await connections.read(async () => undefined)
      throw new StoreError(
        'STORE_UNSUPPORTED',
        `Recallite cannot back up a store in PostgreSQL. Use pg_dump --schema=${s} --format=custom --file=recallite.dump ${address.displayUrl}`,
      )
    },
    async optimise({ sql = false } = {}) {
      if (!sql) return cleanUp(connections)
      throw new StoreError(
        'STORE_UNSUPPORTED',
        `PostgreSQL searches ${s}.chunk without more tables: see to_tsvector.`,
      )
    },
    dropSpace: (space) => write((session) => dropSpace(session, space)),
    removeUnusedVectors: ({ unusedFor }) =>
      write((session) => removeUnusedVectors(session, { unusedFor, at: now() })),
  }
}

/** The maximum size of a store whose tables are rewritten after deletions; that locks each table for a moment. */
const maxRewrittenBytes = 64_000_000

const tables = 'document document_field chunk chunk_words input word posting vector unused_text total'

/** Removes unused words, and updates statistics and visibility maps. Rewrites a small store, so that its files lose deleted texts. */
async function cleanUp(connections: Connections): Promise<string | null> {
  const { s } = connections
  const { deleted, bytes } = await connections.read(async (session) => {
    const { rows } = await session.query<{ deleted: number }>(
      `SELECT sum(deleted)::bigint AS deleted FROM ${s}.total`,
    )
    return { deleted: rows[0]?.deleted ?? 0, bytes: await readBytes(session) }
  })
  if (deleted > 0) await removeUnusedWords(connections)
  const isRewritten = deleted > 0 && bytes <= maxRewrittenBytes
  await connections.withoutTransaction(async (session) => {
    for (const table of tables.split(' '))
      await session.query(`VACUUM (${isRewritten ? 'FULL, ' : ''}ANALYZE) ${s}.${table}`)
  })
  if (!isRewritten) {
    if (deleted === 0) return null
    return `deleted texts may still be in free space of the tables: run VACUUM FULL on ${s}.chunk and ${s}.document, which locks them while it rewrites them`
  }
  await connections.write((session) => session.query(`UPDATE ${s}.total SET deleted = 0 WHERE deleted <> 0`))
  return null
}

/** Writers wait, searches do not. */
async function removeUnusedWords({ s, write }: Connections): Promise<void> {
  await write(async (session) => {
    await session.query(`LOCK TABLE ${s}.word IN SHARE ROW EXCLUSIVE MODE`)
    await session.query(
      `DELETE FROM ${s}.word WHERE NOT EXISTS (
         SELECT 1 FROM ${s}.posting WHERE word = word.key AND (${isStem} OR is_form > 0))`,
    )
  })
}
