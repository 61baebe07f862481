import { assertVector, isSameSpace, unknownSpace } from '@recallite/store'
import type { KeptSpace, Space, SpaceChanges } from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { numberList, type SqlValue } from '../connection/values.js'
import { countWrite } from '../documents/totals.js'

/** See `Store.listSpaces`. */
export async function listSpaces({ s, query }: Session): Promise<KeptSpace[]> {
  const { rows } = await query<Omit<KeptSpace, 'canary'> & { readonly canary: number[] | null }>(`
    SELECT provider, model, dimensions, prompt_style AS "promptStyle", source, canary,
      is_filled AS "isFilled", EXISTS (SELECT 1 FROM ${s}.vector WHERE space_id = space.id) AS "hasVectors"
    FROM ${s}.space ORDER BY chosen, id`)
  return rows.map(({ canary, ...space }) => ({ ...space, canary: canary && Float32Array.from(canary) }))
}

interface Put {
  readonly at: number
  readonly changes: SpaceChanges
}

/** See `Store.putSpace`. */
export async function putSpace(session: Session, space: Space, { at, changes }: Put): Promise<void> {
  const { canary, choose: isChosen = true } = changes
  if (canary) assertVector(canary, space.dimensions)
  const isNew = isChosen && (await choose(session, space, { at, changes }))
  const id = await spaceId(session, space)
  const count = await update(session, id, changes)
  if (isNew || count > 0) await countWrite(session)
}

/** Makes the space the last one; resolves to false if it is already. */
async function choose(session: Session, space: Space, { at, changes }: Put): Promise<boolean> {
  const { s } = session
  const { replaces } = changes
  await session.query(`LOCK TABLE ${s}.space IN SHARE ROW EXCLUSIVE MODE`)
  const last = (await listSpaces(session)).at(-1)
  if (last && isSameSpace(last, space)) return false
  if (replaces)
    await session.query(
      `UPDATE ${s}.space SET provider = $1, model = $2
       WHERE (provider, model, dimensions, prompt_style) = ($5, $6, $3, $4) AND NOT EXISTS (
         SELECT FROM ${s}.space WHERE (provider, model, dimensions, prompt_style) = ($1, $2, $3, $4))`,
      [...identity(space), replaces.provider, replaces.model],
    )
  await session.query(
    `INSERT INTO ${s}.space (provider, model, dimensions, prompt_style, created_at, chosen)
     SELECT $1, $2, $3, $4, $5::bigint, coalesce(max(chosen), 0) + 1 FROM ${s}.space
     ON CONFLICT (provider, model, dimensions, prompt_style) DO UPDATE SET chosen = excluded.chosen`,
    [...identity(space), at],
  )
  return true
}

/** Resolves to the number of changed rows: 0 if the values are the same. */
async function update(
  { s, query }: Session,
  id: number,
  { source, canary, isFilled }: SpaceChanges,
): Promise<number> {
  const { count } = await query(
    `UPDATE ${s}.space SET source = coalesce($2, source), canary = coalesce($3::real[], canary),
       is_filled = coalesce($4, is_filled)
     WHERE id = $1 AND ($2 IS DISTINCT FROM source AND $2 IS NOT NULL
       OR $3::real[] IS DISTINCT FROM canary AND $3::real[] IS NOT NULL OR $4 <> is_filled)`,
    [id, source ?? null, canary ? numberList(canary) : null, isFilled ?? null],
  )
  return count
}

/** See `Maintenance.dropSpace`. */
export async function dropSpace(session: Session, space: Space): Promise<void> {
  const { s } = session
  const id = await spaceId(session, space)
  const { count } = await session.query(`DELETE FROM ${s}.vector WHERE space_id = $1`, [id])
  await session.query(`DELETE FROM ${s}.space WHERE id = $1`, [id])
  await session.query(`DROP INDEX IF EXISTS ${s}.${vectorIndexName(id)}`)
  await countWrite(session, { deleted: count })
}

export const vectorIndexName = (id: number): string => `vector_of_space_${id}`

/** @throws StoreError `STORE_UNKNOWN_SPACE` */
export async function spaceId({ s, query }: Session, space: Space): Promise<number> {
  const { rows } = await query<{ id: number }>(
    `SELECT id FROM ${s}.space WHERE provider = $1 AND model = $2 AND dimensions = $3 AND prompt_style = $4`,
    identity(space),
  )
  const [row] = rows
  if (row) return row.id
  throw unknownSpace(space)
}

function identity({ provider, model, dimensions, promptStyle }: Space): SqlValue[] {
  return [provider, model, dimensions, promptStyle]
}
