import { randomBytes } from 'node:crypto'
import { assertVector, isSameSpace, unknownSpace, type Space, type Store } from '@recallite/store'
import { changeCell, countWrite, readCell } from '../connection/cells.js'
import { createIndex } from '../connection/indexes.js'
import { count, parts, type Part, type Session } from '../connection/session.js'

/** A space as it is stored. */
export interface StoredSpace extends Space {
  readonly source: string | null
  readonly canary: readonly number[] | null
  readonly isFilled: boolean
  /** The index of its vectors. */
  readonly part: Part
}

/** The spaces, the most recently chosen last. */
export const readSpaces = async (session: Session): Promise<readonly StoredSpace[]> =>
  (await readCell<readonly StoredSpace[]>(session, 'spaces')) ?? []

/** The names of all indexes, comma-separated. */
export async function listIndexes(session: Session): Promise<string> {
  const spaces = await readSpaces(session)
  return [...parts, ...spaces.map(({ part }) => part)].map(session.index).join()
}

export async function findSpace(session: Session, space: Space): Promise<StoredSpace> {
  const stored = (await readSpaces(session)).find((one) => isSameSpace(one, space))
  if (stored) return stored
  throw unknownSpace(space)
}

export const createSpaces = (session: Session) =>
  ({
    async listSpaces() {
      const spaces = await readSpaces(session)
      const counts = await Promise.all(
        spaces.map(({ part }) => count(session, part, { track_total_hits: 1 })),
      )
      return spaces.map(({ part, canary, ...space }, at) => {
        return { ...space, canary: canary && Float32Array.from(canary), hasVectors: counts[at] !== 0 }
      })
    },
    async putSpace(space, { canary, choose: isChosen = true, replaces, source, isFilled } = {}) {
      const { provider, model, dimensions, promptStyle } = space
      const identity = { provider, model, dimensions, promptStyle }
      if (canary) assertVector(canary, dimensions)
      const find = (spaces: readonly StoredSpace[]) =>
        spaces.find((one) => isSameSpace(one, space)) ??
        spaces.find((one) => isChosen && replaces && isSameSpace(one, replaces))
      const isStored = find(await readSpaces(session)) !== undefined
      if (!isStored && !isChosen) throw unknownSpace(space)
      const part: Part = `vectors-${randomBytes(8).toString('hex')}`
      if (!isStored) await createIndex(session, part, vectorIndex(dimensions))
      const { after } = await changeCell<readonly StoredSpace[]>(session, 'spaces', (spaces = []) => {
        const former = find(spaces) ?? { source: null, canary: null, isFilled: false, part }
        const marks = { source: source ?? former.source, isFilled: isFilled ?? former.isFilled }
        const next = { ...former, ...identity, ...marks, canary: canary ? [...canary] : former.canary }
        const others = spaces.filter((one) => one !== former)
        const changed = isChosen ? [...others, next] : spaces.map((one) => (one === former ? next : one))
        return JSON.stringify(changed) === JSON.stringify(spaces) ? undefined : changed
      })
      if (after) await countWrite(session)
    },
  }) satisfies Pick<Store, 'listSpaces' | 'putSpace'>

/** The server reads a vector from its index, instead of storing it again. */
function vectorIndex(dimension: number) {
  const parameters = { m: 16, ef_construction: 100 }
  const method = { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil', parameters }
  const vector = { type: 'knn_vector', dimension, doc_values: false, method }
  const settings = { 'index.knn': true, 'index.knn.derived_source.enabled': true }
  return { properties: { key: { type: 'keyword' }, vector }, settings }
}

export async function dropSpace(session: Session, space: Space): Promise<void> {
  const { part } = await findSpace(session, space)
  const isOther = (one: StoredSpace) => one.part !== part
  await changeCell<readonly StoredSpace[]>(session, 'spaces', (spaces = []) => spaces.filter(isOther))
  await session.send('DELETE', `/${session.index(part)}`, { allowed: [404] })
  await countWrite(session)
}
