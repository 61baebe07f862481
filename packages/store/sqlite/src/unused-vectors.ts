import { checksumOfBytes } from './checksum.js'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './write-transaction.js'

/** Vectors that are deleted in one transaction: of 3,072 numbers each they are 6 MB, and as much in the log. */
const atOnce = 500

interface Marked {
  readonly hash: Uint8Array
  readonly since: number
  readonly checksum: number
}

const isUsed = 'EXISTS (SELECT 1 FROM embedding_input AS input WHERE input.text_hash ='

/** Texts of vectors that no chunk has and that were not noticed before. */
const unnoticedSql = `
SELECT DISTINCT vector.text_hash AS hash FROM vector
WHERE NOT ${isUsed} vector.text_hash) AND vector.text_hash NOT IN (SELECT text_hash FROM unused_text)`

/** What is noted of texts that are back, and of those that no vector is left of. */
const outdatedSql = `
FROM unused_text
WHERE ${isUsed} unused_text.text_hash)
  OR NOT EXISTS (
    SELECT 1 FROM space JOIN vector ON vector.space_id = space.id AND vector.text_hash = unused_text.text_hash
  )`

function prepareUnused(database: SqlDatabase) {
  return {
    unnoticed: database.prepare<Pick<Marked, 'hash'>>(unnoticedSql),
    firstOutdated: database.prepare(`SELECT 1 ${outdatedSql} LIMIT 1`),
    removeOutdated: database.prepare(`DELETE ${outdatedSql}`),
    marked: database.prepare<Marked>('SELECT text_hash AS hash, since, checksum FROM unused_text'),
    mark: database.prepare(
      `INSERT INTO unused_text (text_hash, since, checksum) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET since = excluded.since, checksum = excluded.checksum`,
    ),
    removeVectors: database.prepare(
      `DELETE FROM vector WHERE space_id IN (SELECT id FROM space) AND text_hash = ? AND NOT ${isUsed} vector.text_hash)`,
    ),
    removeMark: database.prepare('DELETE FROM unused_text WHERE text_hash = ?'),
    count: database.prepare('UPDATE keyword_total SET deleted = deleted + ? WHERE id = 1'),
  }
}

/** Of what is noted of a text. */
function unusedTextChecksum(hash: Uint8Array, since: number): number {
  return checksumOfBytes(hash, Buffer.from(String(since)))
}

function isBelievable({ hash, since, checksum }: Marked, at: number): boolean {
  return since <= at && checksum === unusedTextChecksum(hash, since)
}

/**
 * Vectors of texts that no chunk has any more. When a text went is noticed here, by whoever tidies up; what is noted of
 * it is deleted as soon as the text is back (see chunk-writer.ts).
 */
export function createUnusedVectors(database: SqlDatabase, now: () => number) {
  const sql = prepareUnused(database)

  /** A time that is damaged, or lies ahead as the clock was wrong, begins anew: nothing is deleted too soon. */
  function notice(at: number): void {
    const isOutdated = sql.firstOutdated.get() !== undefined
    const doubtful = sql.marked.all().filter((text) => !isBelievable(text, at))
    const texts = [...sql.unnoticed.all(), ...doubtful]
    if (!isOutdated && texts.length === 0) return
    inWriteTransaction(database, () => {
      for (const { hash } of texts) sql.mark.run(hash, at, unusedTextChecksum(hash, at))
      sql.removeOutdated.run()
    })
  }

  /** One that is in use again by now stays. */
  function remove(hashes: readonly Uint8Array[]): number {
    return inWriteTransaction(database, () => {
      let removed = 0
      for (const hash of hashes) {
        removed += sql.removeVectors.run(hash).changes
        sql.removeMark.run(hash)
      }
      sql.count.run(removed)
      return removed
    })
  }

  return {
    /** Removes those that have been unused for so many milliseconds; writes nothing where there is nothing to do. */
    remove(unusedFor: number): number {
      const at = now()
      notice(at)
      const old = sql.marked.all().filter(({ since }) => since <= at - unusedFor)
      let removed = 0
      for (let from = 0; from < old.length; from += atOnce) {
        removed += remove(old.slice(from, from + atOnce).map(({ hash }) => hash))
      }
      return removed
    },
  }
}
