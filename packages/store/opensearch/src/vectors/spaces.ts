import { randomBytes } from 'node:crypto'
import { assertVector, unknownSpace, type KeptSpace, type Space, type SpaceChanges } from '@recallite/store'
import { changeCell, readCell } from '../connection/cells.js'
import { createIndex } from '../connection/indexes.js'
import { search, type Session } from '../connection/session.js'
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

const isSame = (one: Space, other: Space): boolean =>
  one.provider === other.provider &&
  one.model === other.model &&
  one.dimensions === other.dimensions &&
  one.promptStyle === other.promptStyle

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
    const first = { query: everything, size: 1, _source: false }
    const { hits } = (await search(session, session.index({ vectors }), first)).hits
    spaces.push({ ...space, canary: canary && Float32Array.from(canary), hasVectors: hits.length > 0 })
  }
  return spaces
}

/** See `Store.putSpace`. */
export async function putSpace(session: Session, space: Space, changes: SpaceChanges = {}): Promise<void> {
  const { canary, choose: isChosen = true } = changes
  if (canary) assertVector(canary, space.dimensions)
  const spaces = await readSpaces(session)
  const isKnown = spaces.some(
    (one) => isSame(one, space) || (changes.replaces && isSame(one, changes.replaces)),
  )
  if (!isKnown && !isChosen) throw unknownSpace(space)
  const vectors = isKnown ? '' : randomBytes(8).toString('hex')
  if (!isKnown) await createVectors(session, vectors, space.dimensions)
  const isChanged = await changeCell<readonly StoredSpace[]>(session, 'spaces', (all = []) => {
    const next = changed(all, space, { changes, vectors })
    return JSON.stringify(next) === JSON.stringify(all) ? undefined : next
  })
  if (isChanged) await countWrite(session)
}

function changed(
  all: readonly StoredSpace[],
  space: Space,
  { changes, vectors }: { readonly changes: SpaceChanges; readonly vectors: string },
): readonly StoredSpace[] {
  const { source, canary, isFilled, choose: isChosen = true, replaces } = changes
  const { provider, model, dimensions, promptStyle } = space
  const present = all.find((one) => isSame(one, space))
  const replaced = present || !isChosen ? undefined : all.find((one) => replaces && isSame(one, replaces))
  const initial = { source: null, canary: null, isFilled: false, vectors }
  const next: StoredSpace = {
    ...(present ?? replaced ?? initial),
    ...{ provider, model, dimensions, promptStyle },
    ...(source !== undefined && { source }),
    ...(canary && { canary: [...canary] }),
    ...(isFilled !== undefined && { isFilled }),
  }
  const former = present ?? replaced
  if (!isChosen) return all.map((one) => (one === former ? next : one))
  return [...all.filter((one) => one !== former), next]
}

/** Creates the index of a space; the server has a limit of 16,000 dimensions. */
const createVectors = (session: Session, vectors: string, dimension: number): Promise<void> =>
  createIndex(session, session.index({ vectors }), {
    properties: {
      key: { type: 'keyword' },
      vector: {
        type: 'knn_vector',
        dimension,
        method: {
          name: 'hnsw',
          engine: 'lucene',
          space_type: 'cosinesimil',
          parameters: { m: 16, ef_construction: 100 },
        },
      },
      bytes: { type: 'binary', store: true },
      checksum: { type: 'long' },
    },
    excludes: ['vector', 'bytes'],
    settings: { 'index.knn': true },
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
