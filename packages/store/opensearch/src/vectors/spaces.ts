import { randomBytes } from 'node:crypto'
import { assertVector, unknownSpace, type KeptSpace, type Space, type SpaceChanges } from '@recallite/store'
import { changeCell, readCell } from '../connection/cells.js'
import { createIndex } from '../connection/indexes.js'
import { count, type Session } from '../connection/session.js'
import { countWrite } from '../documents/generation.js'
import { everything } from '../keyword/match-query.js'

/** A space as it is stored. */
export interface StoredSpace extends Space {
  readonly source: string | null
  readonly canary: readonly number[] | null
  readonly isFilled: boolean
  /** Names its index. */
  readonly vectors: string
}

/** The spaces, the most recently chosen last. */
export const readSpaces = async (session: Session): Promise<readonly StoredSpace[]> =>
  (await readCell<readonly StoredSpace[]>(session, 'spaces')) ?? []

const identityOf = ({ provider, model, dimensions, promptStyle }: Space): Space => ({
  provider,
  model,
  dimensions,
  promptStyle,
})

const isSame = (one: Space, other: Space | undefined): boolean =>
  other !== undefined && JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other))

/** @throws StoreError `STORE_UNKNOWN_SPACE` */
export async function findSpace(session: Session, space: Space): Promise<StoredSpace> {
  const found = (await readSpaces(session)).find((one) => isSame(one, space))
  if (found) return found
  throw unknownSpace(space)
}

/** See `Store.listSpaces`. */
export async function listSpaces(session: Session): Promise<KeptSpace[]> {
  const spaces: KeptSpace[] = []
  for (const { vectors, canary, ...space } of await readSpaces(session)) {
    const hasVectors = (await count(session, { vectors }, everything, 1)) > 0
    spaces.push({ ...space, canary: canary && Float32Array.from(canary), hasVectors })
  }
  return spaces
}

/** See `Store.putSpace`. */
export async function putSpace(session: Session, space: Space, changes: SpaceChanges = {}): Promise<void> {
  const { canary, choose: isChosen = true, replaces } = changes
  if (canary) assertVector(canary, space.dimensions)
  const spaces = await readSpaces(session)
  const isKnown = spaces.some((one) => isSame(one, space) || (isChosen && isSame(one, replaces)))
  if (!isKnown && !isChosen) throw unknownSpace(space)
  const vectors = isKnown ? '' : randomBytes(8).toString('hex')
  if (!isKnown) await createIndex(session, { vectors }, vectorIndex(space.dimensions))
  const isChanged = await changeCell<readonly StoredSpace[]>(session, 'spaces', (all = []) => {
    const former =
      all.find((one) => isSame(one, space)) ?? all.find((one) => isChosen && isSame(one, replaces))
    const initial = { source: null, canary: null, isFilled: false, vectors }
    const next = { ...(former ?? initial), ...identityOf(space), ...changesOf(changes) }
    const others = all.filter((one) => one !== former)
    const changed = isChosen ? [...others, next] : all.map((one) => (one === former ? next : one))
    return JSON.stringify(changed) === JSON.stringify(all) ? undefined : changed
  })
  if (isChanged) await countWrite(session)
}

const changesOf = ({ source, canary, isFilled }: SpaceChanges) => ({
  ...(source !== undefined && { source }),
  ...(canary && { canary: [...canary] }),
  ...(isFilled !== undefined && { isFilled }),
})

/** The server reads a vector from its index, instead of storing it again. */
const vectorIndex = (dimension: number) => ({
  properties: {
    key: { type: 'keyword' },
    vector: {
      type: 'knn_vector',
      dimension,
      doc_values: false,
      method: {
        name: 'hnsw',
        engine: 'lucene',
        space_type: 'cosinesimil',
        parameters: { m: 16, ef_construction: 100 },
      },
    },
  },
  settings: { 'index.knn': true, 'index.knn.derived_source.enabled': true },
})

/** See `Maintenance.dropSpace`. */
export async function dropSpace(session: Session, space: Space): Promise<void> {
  const { vectors } = await findSpace(session, space)
  await changeCell<readonly StoredSpace[]>(session, 'spaces', (all = []) =>
    all.filter((one) => one.vectors !== vectors),
  )
  await session.requests.send({ method: 'DELETE', path: `/${session.index({ vectors })}`, allowed: [404] })
  await countWrite(session)
}
