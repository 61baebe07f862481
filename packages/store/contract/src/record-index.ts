import { StoreError } from './errors.js'
import type { SpaceStatus } from './maintenance.js'
import type { Store } from './store.js'
import { isSameSpace } from './vector-space.js'

/**
 * Returns a store with the `ofRecords` of another store, for files and records in different databases. As in one store, a status counts
 * the texts of both, maintenance removes vectors, spaces and deleted data of both, and closing closes both. Each has separate spaces and
 * vectors. The lock, the verification and the backup are those of the store of files.
 * @param other has `ofRecords`; if its status cannot be read, that of files has no texts of records
 */
export function withRecordIndex(store: Store, other: Store): Store {
  const { maintenance } = store
  return {
    ...store,
    ofRecords: other.ofRecords,
    async status() {
      const [files, records] = await Promise.all([store.status(), other.status().catch(() => undefined)])
      return { ...files, spaces: addSpaces(files.spaces, records?.spaces ?? []) }
    },
    maintenance: maintenance && {
      ...maintenance,
      async optimise(options) {
        const postponed = await maintenance.optimise(options)
        return postponed ?? (await other.maintenance?.optimise().catch(ignoreUnavailable)) ?? null
      },
      async dropSpace(space) {
        const has = async (each: Store) => (await each.listSpaces()).some((one) => isSameSpace(one, space))
        const isInOther = await has(other)
        if (isInOther) await other.maintenance?.dropSpace(space)
        if (!isInOther || (await has(store))) await maintenance.dropSpace(space)
      },
      async removeUnusedVectors(options) {
        const removed = await maintenance.removeUnusedVectors(options)
        const ofOther = await other.maintenance?.removeUnusedVectors(options).catch(ignoreUnavailable)
        return removed + (ofOther ?? 0)
      },
    },
    async close() {
      await Promise.all([store.close(), other.close()])
    },
  }
}

/** For `catch`: goes on until a store is available again. */
export function ignoreUnavailable(error: unknown): undefined {
  if (!StoreError.isInstance(error) || error.code !== 'STORE_UNAVAILABLE') throw error
}

/** Adds the numbers of the same spaces; further spaces of records come first, since the last one is the chosen one. */
function addSpaces(ofFiles: readonly SpaceStatus[], ofRecords: readonly SpaceStatus[]): SpaceStatus[] {
  const further = ofRecords.filter((space) => !ofFiles.some((each) => isSameSpace(each, space)))
  const sums = ofFiles.map((space) => {
    const same = ofRecords.find((each) => isSameSpace(each, space))
    const sum = (key: 'vectors' | 'pending' | 'unusedVectors' | 'bytes') => space[key] + (same?.[key] ?? 0)
    const [vectors, pending, unusedVectors] = [sum('vectors'), sum('pending'), sum('unusedVectors')]
    return { ...space, vectors, pending, unusedVectors, bytes: sum('bytes') }
  })
  return [...further, ...sums]
}
