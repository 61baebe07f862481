import type { Connections } from '../connections.js'
import { readTotals } from '../totals.js'
import { isStem } from '../keyword/match-sql.js'

/** Stores up to this size are written anew after deletions; that locks each table for a moment. */
const smallBytes = 64_000_000

const tables =
  'document document_field chunk chunk_words input word posting vector unused_text total change'.split(' ')

/**
 * Removes words that no chunk has, and lets the server tidy up: after many writes its statistics and its map of what is visible are
 * old. A small store is written anew, so that deleted texts are in none of its files.
 */
export async function tidyUp(connections: Connections, s: string): Promise<string | null> {
  const { deleted, bytes } = await connections.readPrimary(async (session) => {
    const { rows } = await session.query<{ bytes: number }>(
      `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
       WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
      [s],
    )
    return { deleted: (await readTotals(session, s)).deleted, bytes: rows[0]?.bytes ?? 0 }
  })
  if (deleted > 0) await removeGoneWords(connections, s)
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
async function removeGoneWords(connections: Connections, s: string): Promise<void> {
  await connections.write(async (session) => {
    await session.query(`LOCK TABLE ${s}.word IN SHARE ROW EXCLUSIVE MODE`)
    await session.query(
      `DELETE FROM ${s}.word WHERE NOT EXISTS (
         SELECT 1 FROM ${s}.posting WHERE word = word.key AND (${isStem} OR is_form > 0))`,
    )
  })
}
