import { StoreError, type Space } from '@recallite/store'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './write-transaction.js'

function identity(space: Space) {
  return [space.provider, space.model, space.dimensions, space.promptStyle] as const
}

/** Vector spaces, one per model identity. */
export function createSpaces(database: SqlDatabase, now: () => number) {
  const list = database.prepare<Space>(
    'SELECT provider, model, dimensions, prompt_style AS promptStyle FROM space ORDER BY id',
  )
  const find = database.prepare<{ id: number }>(
    'SELECT id FROM space WHERE provider = ? AND model = ? AND dimensions = ? AND prompt_style = ?',
  )
  const insert = database.prepare(
    'INSERT INTO space (provider, model, dimensions, prompt_style, created_at) VALUES (?, ?, ?, ?, ?)',
  )

  return {
    list: (): Space[] => list.all(),

    /** The row id of a space that must exist. */
    idOf(space: Space): number {
      const row = find.get(...identity(space))
      if (!row) {
        throw new StoreError(
          'STORE_UNKNOWN_SPACE',
          `There are no vectors of ${space.provider}/${space.model} here.`,
        )
      }
      return row.id
    },

    add(space: Space): void {
      inWriteTransaction(database, () => {
        if (!find.get(...identity(space))) insert.run(...identity(space), now())
      })
    },
  }
}
