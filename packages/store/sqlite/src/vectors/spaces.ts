import { assertVector, unknownSpace, type KeptSpace, type Space, type SpaceChanges } from '@recallite/store'
import { giveBackRoom } from '../maintenance/optimise.js'
import { writeChecksum } from '../documents/checksum.js'
import { createNotes, spaceNotes } from '../documents/notes.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { decodeNumbers, encodeNumbers, vectorIdsOf } from './vector-row.js'
import { inWriteTransaction } from '../connection/transactions.js'

/** Reads and writes vector spaces, one per model and prompt style. */
export function createSpaces(database: SqlDatabase, now: () => number) {
  const sql = prepareSpaces(database)
  const notes = createNotes(database, 'file')

  function idOf(space: Space): number {
    const row = sql.find.get(...identity(space))
    if (row) return row.id
    throw unknownSpace(space)
  }

  function isUpToDate(space: Space, { source, canary, isFilled }: SpaceChanges): boolean {
    const last = sql.list.all().at(-1)
    if (!last || canary || last.id !== sql.find.get(...identity(space))?.id) return false
    return (
      (source === undefined || source === last.source) &&
      (isFilled === undefined || Number(isFilled) === last.isFilled)
    )
  }

  function choose(space: Space, replaces = space): void {
    const { provider, model, dimensions, promptStyle } = space
    const row = sql.find.get(...identity(space))
    const before = row ?? sql.find.get(...identity(replaces))
    if (before) sql.choose.run(provider, model, before.id)
    else sql.insert.run(...identity(space), now())
    if (!row)
      notes.write(`${spaceNotes}${idOf(space)}`, JSON.stringify({ provider, model, dimensions, promptStyle }))
  }

  return {
    idOf,

    list: (): KeptSpace[] => sql.list.all().map(toKeptSpace),

    put(space: Space, changes: SpaceChanges = {}): void {
      const { source = null, canary, isFilled, choose: isChosen = true } = changes
      if (canary) assertVector(canary, space.dimensions)
      if (isChosen && isUpToDate(space, changes)) return
      inWriteTransaction(database, () => {
        if (isChosen) choose(space, changes.replaces)
        const id = idOf(space)
        const filled = isFilled === undefined ? null : Number(isFilled)
        const { changes: changed } = sql.update.run(source, canary ? encodeNumbers(canary) : null, filled, id)
        if (isChosen || changed > 0) writeChecksum(database, 'space', id)
      })
    },

    drop(space: Space): void {
      while (removeSome(database, sql, idOf(space)) === removedPerStep) continue
      inWriteTransaction(database, () => {
        notes.remove(`${spaceNotes}${idOf(space)}`)
        sql.remove.run(idOf(space))
      })
      giveBackRoom(database)
    },
  }
}

interface SpaceRow extends Space {
  readonly id: number
  readonly source: string | null
  readonly canary: Uint8Array | null
  readonly isFilled: number
  readonly hasVectors: number
}

/** Every space, the most recently chosen last. */
export const spacesSql = `
SELECT id, provider, model, dimensions, prompt_style AS promptStyle, source, canary, is_filled AS isFilled,
  EXISTS (SELECT 1 FROM vector WHERE vector.space_id = space.id) AS hasVectors
FROM space ORDER BY chosen, id`

const insertSql = `
INSERT INTO space (id, provider, model, dimensions, prompt_style, created_at, chosen)
SELECT coalesce(max(id), 0) + 1, ?, ?, ?, ?, ?,
  coalesce(max(chosen), 0) + 1
FROM space`

/** A null leaves a column unchanged; without changes nothing is written. */
const updateSql = `
UPDATE space
SET source = coalesce(given.source, space.source), canary = coalesce(given.canary, space.canary),
  is_filled = coalesce(given.is_filled, space.is_filled)
FROM (SELECT ? AS source, ? AS canary, ? AS is_filled) AS given
WHERE space.id = ? AND (
  given.source <> ifnull(space.source, '') OR given.canary <> ifnull(space.canary, x'')
  OR given.is_filled <> space.is_filled)`

function prepareSpaces(database: SqlDatabase) {
  return {
    list: database.prepare<SpaceRow>(spacesSql),
    find: database.prepare<{ id: number }>(
      'SELECT id FROM space WHERE provider = ? AND model = ? AND dimensions = ? AND prompt_style = ?',
    ),
    insert: database.prepare(insertSql),
    choose: database.prepare(
      'UPDATE space SET provider = ?, model = ?, chosen = (SELECT max(chosen) + 1 FROM space) WHERE id = ?',
    ),
    update: database.prepare(updateSql),
    removeVectors: database.prepare(
      'DELETE FROM vector WHERE id IN (SELECT id FROM vector WHERE id BETWEEN ? AND ? LIMIT ?)',
    ),
    remove: database.prepare('DELETE FROM space WHERE id = ?'),
  }
}

function identity(space: Space) {
  return [space.provider, space.model, space.dimensions, space.promptStyle] as const
}

function toKeptSpace({ id: _, canary, isFilled, hasVectors, ...space }: SpaceRow): KeptSpace {
  return {
    ...space,
    canary: canary === null ? null : decodeNumbers(canary),
    isFilled: isFilled === 1,
    hasVectors: hasVectors === 1,
  }
}

/** Vectors removed per transaction: removing all in one would need their size again on the disk. */
const removedPerStep = 500

function removeSome(database: SqlDatabase, sql: ReturnType<typeof prepareSpaces>, spaceId: number): number {
  return inWriteTransaction(database, () => {
    const { first, last } = vectorIdsOf(spaceId)
    return sql.removeVectors.run(first, last, removedPerStep).changes
  })
}
