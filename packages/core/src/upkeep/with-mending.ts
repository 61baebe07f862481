import { StoreError, type Store, type StoreDamage, type VerifyOptions } from '@recallite/store'

/** What came of work on a store, and what of the store was mended for it. */
export interface Mended<Result> {
  readonly result: Result
  /** One sentence for each thing that was mended; none as a rule. */
  readonly repaired: readonly string[]
}

function damagedStore(damages: readonly StoreDamage[]): StoreError {
  const first = damages.find(({ isRestorable }) => !isRestorable)
  return new StoreError(
    'STORE_CORRUPT',
    `The index is damaged: ${first?.reason ?? 'it could not be mended'}. Run 'recallite doctor --repair': it keeps what is whole.`,
  )
}

/**
 * Mends what can be mended without losing anything.
 * @throws StoreError `STORE_CORRUPT` where there is more
 */
async function mend(store: Store, how: VerifyOptions): Promise<string[]> {
  const found = await store.verify(how)
  if (found.some(({ isRestorable }) => !isRestorable)) throw damagedStore(found)
  if (found.length === 0) return []
  await store.verify({ ...how, repair: true })
  const left = await store.verify(how)
  if (left.length > 0) throw damagedStore(left)
  return found.map(({ part, reason }) => `${part} was damaged and is mended: ${reason}`)
}

/**
 * Does work on a store that holds together, for whoever holds its lock. Where that is mended first, or in the middle of
 * the work, what the work does must be right a second time.
 * @throws StoreError `STORE_CORRUPT`; as the work does
 */
export async function withMending<Result>(
  store: Store,
  work: () => Promise<Result>,
): Promise<Mended<Result>> {
  const before = await mend(store, { isQuick: true })
  try {
    return { result: await work(), repaired: before }
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_CORRUPT') throw error
    const repaired = await mend(store, {})
    if (repaired.length === 0) throw error
    return { result: await work(), repaired: [...before, ...repaired] }
  }
}
