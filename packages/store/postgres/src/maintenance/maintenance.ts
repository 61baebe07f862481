import { StoreError, type Maintenance } from '@recallite/store'
import type { Connections } from '../connection/connections.js'
import { readBytes } from '../documents/status.js'
import { isStem } from '../keyword/match-sql.js'
import { dropSpace } from '../vectors/spaces.js'
import { removeUnusedVectors } from '../vectors/vectors.js'
import type { createStoreLock } from './store-lock.js'
import { repair, verify } from './verify.js'

/** The maintenance of a store. The server's own tools make backups. */
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
        `A store in PostgreSQL is backed up by its own tools: pg_dump --schema=${s} --format=custom --file=recallite.dump ${address.shown}`,
      )
    },
    optimise: () => tidyUp(connections),
    dropSpace: (space) => write((session) => dropSpace(session, space)),
    removeUnusedVectors: ({ unusedFor }) =>
      write((session) => removeUnusedVectors(session, { unusedFor, at: now() })),
  }
}

/** Stores up to this size are written anew after deletions; that locks each table for a moment. */
const smallBytes = 64_000_000

const tables = 'document document_field chunk chunk_words input word posting vector unused_text total'.split(
  ' ',
)

/**
 * Removes words that no chunk has, and lets the server tidy up: after many writes its statistics and its map of what is visible are
 * old. A small store is written anew, so that deleted texts are in none of its files.
 */
async function tidyUp(connections: Connections): Promise<string | null> {
  const { s } = connections
  const { deleted, bytes } = await connections.read(async (session) => {
    const { rows } = await session.query<{ deleted: number }>(
      `SELECT sum(deleted)::bigint AS deleted FROM ${s}.total`,
    )
    return { deleted: rows[0]?.deleted ?? 0, bytes: await readBytes(session) }
  })
  if (deleted > 0) await removeGoneWords(connections)
  const isRewritten = deleted > 0 && bytes <= smallBytes
  await connections.alone(async (session) => {
    for (const table of tables)
      await session.query(`VACUUM (${isRewritten ? 'FULL, ' : ''}ANALYZE) ${s}.${table}`)
  })
  if (!isRewritten) {
    if (deleted === 0) return null
    return `deleted texts may still be in free space of the tables: VACUUM FULL of ${s}.chunk and ${s}.document writes them anew, and locks them meanwhile`
  }
  await connections.write((session) => session.query(`UPDATE ${s}.total SET deleted = 0 WHERE deleted <> 0`))
  return null
}

/** No writer may rely on a word meanwhile: they wait, searches do not. */
async function removeGoneWords({ s, write }: Connections): Promise<void> {
  await write(async (session) => {
    await session.query(`LOCK TABLE ${s}.word IN SHARE ROW EXCLUSIVE MODE`)
    await session.query(
      `DELETE FROM ${s}.word WHERE NOT EXISTS (
         SELECT 1 FROM ${s}.posting WHERE word = word.key AND (${isStem} OR is_form > 0))`,
    )
  })
}
