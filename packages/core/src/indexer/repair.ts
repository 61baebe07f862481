import { type Store, type StoreDamage, StoreError, type VerifyOptions } from '@recallite/store'

/**
 * Repairs a store before work on it, and once more if the work finds damage; then the work is done again. The caller holds
 * the store's lock.
 * @returns the work's result, and one sentence for each part of the store that was repaired
 * @throws StoreError `STORE_CORRUPT`; what the work throws
 */
export async function withRepair<Result>(store: Store, work: () => Promise<Result>) {
  const before = await repairStore(store, { isQuick: true })
  try {
    return { result: await work(), repaired: before }
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_CORRUPT') throw error
    const repaired = await repairStore(store, {})
    if (repaired.length === 0) throw error
    return { result: await work(), repaired: [...before, ...repaired] }
  }
}

/**
 * Repairs what can be repaired without losing anything.
 * @throws StoreError `STORE_CORRUPT` if there is other damage
 */
async function repairStore(store: Store, how: VerifyOptions): Promise<string[]> {
  const { maintenance } = store
  if (!maintenance) return []
  const found = await maintenance.verify(how)
  if (found.some(({ isRestorable }) => !isRestorable)) throw damagedStore(found)
  if (found.length === 0) return []
  await maintenance.verify({ ...how, repair: true })
  const left = await maintenance.verify(how)
  if (left.length > 0) throw damagedStore(left)
  return found.map(({ part, reason }) => `${part} was damaged and has been repaired: ${reason}`)
}

function damagedStore(damages: readonly StoreDamage[]): StoreError {
  const first = damages.find(({ isRestorable }) => !isRestorable)
  return new StoreError(
    'STORE_CORRUPT',
    `The index is damaged: ${first?.reason ?? 'it could not be repaired'}. Run 'recallite doctor --repair': it keeps what is undamaged.`,
  )
}
