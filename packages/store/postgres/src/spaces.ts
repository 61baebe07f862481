import { assertVector, unknownSpace, type KeptSpace, type Space, type SpaceChanges } from '@recallite/store'
import type { Session } from './connections.js'
import { decodeText, encodeText } from './text-code.js'
import { countWrite } from './totals.js'
import { encodeTexts, readRealArray, realArray, type SqlValue } from './values.js'

/** Reads and writes vector spaces, one per model and prompt style; `s` is the name of the schema. */
export function createSpaces(s: string) {
  const select = `
SELECT id, provider, model, dimensions, prompt_style AS "promptStyle", source, array_send(canary) AS canary,
  is_filled AS "isFilled", EXISTS (SELECT 1 FROM ${s}.vector WHERE space_id = space.id) AS "hasVectors"
FROM ${s}.space ORDER BY chosen, id`

  async function list(session: Session): Promise<(KeptSpace & { readonly id: number })[]> {
    const { rows } = await session.query<SpaceRow>(select)
    return rows.map(toKeptSpace)
  }

  async function choose(session: Session, space: Space, at: number): Promise<boolean> {
    const last = (await list(session)).at(-1)
    if (last && isSame(last, space)) return false
    await session.query(
      `INSERT INTO ${s}.space (provider, model, dimensions, prompt_style, created_at, chosen)
       SELECT $1, $2, $3, $4, $5::bigint, coalesce(max(chosen), 0) + 1 FROM ${s}.space
       ON CONFLICT (provider, model, dimensions, prompt_style) DO UPDATE SET chosen = excluded.chosen`,
      [...identity(space), at],
    )
    return true
  }

  return {
    list: async (session: Session): Promise<KeptSpace[]> =>
      (await list(session)).map(({ id: _, ...space }) => space),

    idOf: (session: Session, space: Space) => spaceId(session, s, space),

    async put(
      session: Session,
      space: Space,
      { at, changes }: { at: number; changes: SpaceChanges },
    ): Promise<void> {
      const { canary, choose: isChosen = true } = changes
      if (canary) assertVector(canary, space.dimensions)
      if (isChosen) await session.query(`LOCK TABLE ${s}.space IN SHARE ROW EXCLUSIVE MODE`)
      const isNew = isChosen && (await choose(session, space, at))
      const id = await spaceId(session, s, space)
      const count = await update(session, s, { id, changes })
      if (isNew || count > 0) await countWrite(session, s)
    },

    async drop(session: Session, space: Space): Promise<void> {
      const id = await spaceId(session, s, space)
      const { count } = await session.query(`DELETE FROM ${s}.vector WHERE space_id = $1`, [id])
      await session.query(`DELETE FROM ${s}.space WHERE id = $1`, [id])
      await session.query(`DROP INDEX IF EXISTS ${s}.${vectorIndexName(id)}`)
      await countWrite(session, s, { deleted: count })
    },
  }
}

/** How many rows it changed: none if they are so already. */
async function update(
  session: Session,
  s: string,
  { id, changes: { source, canary, isFilled } }: { readonly id: number; readonly changes: SpaceChanges },
): Promise<number> {
  const { count } = await session.query(
    `UPDATE ${s}.space SET source = coalesce($2, source), canary = coalesce($3::real[], canary),
       is_filled = coalesce($4, is_filled)
     WHERE id = $1 AND ($2 IS DISTINCT FROM source AND $2 IS NOT NULL
       OR $3::real[] IS DISTINCT FROM canary AND $3::real[] IS NOT NULL OR $4 <> is_filled)`,
    [
      id,
      source === undefined ? null : encodeText(source),
      canary ? realArray(canary) : null,
      isFilled ?? null,
    ],
  )
  return count
}

/** The name of the index of a space's vectors. */
export const vectorIndexName = (id: number): string => `vector_of_space_${id}`

/**
 * The row of a space.
 * @throws StoreError `STORE_UNKNOWN_SPACE`
 */
export async function spaceId(session: Session, s: string, space: Space): Promise<number> {
  const { rows } = await session.query<{ id: number }>(
    `SELECT id FROM ${s}.space WHERE provider = $1 AND model = $2 AND dimensions = $3 AND prompt_style = $4`,
    identity(space),
  )
  const [row] = rows
  if (row) return row.id
  throw unknownSpace(space)
}

function identity({ provider, model, dimensions, promptStyle }: Space): SqlValue[] {
  const [keptProvider = '', keptModel = '', keptStyle = ''] = encodeTexts([provider, model, promptStyle])
  return [keptProvider, keptModel, dimensions, keptStyle]
}

function isSame(one: Space, other: Space): boolean {
  return identity(one).join('\0') === identity(other).join('\0')
}

interface SpaceRow extends Omit<KeptSpace, 'canary'> {
  readonly id: number
  readonly canary: Buffer | null
}

function toKeptSpace({ id, canary, isFilled, hasVectors, ...space }: SpaceRow) {
  return {
    ...space,
    id,
    provider: decodeText(space.provider),
    model: decodeText(space.model),
    promptStyle: decodeText(space.promptStyle),
    source: space.source === null ? null : decodeText(space.source),
    canary: canary === null ? null : readRealArray(canary),
    isFilled,
    hasVectors,
  }
}
