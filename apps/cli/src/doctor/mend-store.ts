import { verifyDocuments, type VerifyDocumentsOptions } from '@recallite/core'
import { StoreError, type DocumentAddress, type Root, type Store, type StoreDamage } from '@recallite/store'
import { fine, type Outcome } from './finding.js'

/** What became of a store. */
export interface MendedStore {
  readonly outcomes: readonly Outcome[]
  /** Its folders, as far as they could be read. */
  readonly roots: readonly Root[]
  /** Whether it cannot be mended where it is. */
  readonly isLost: boolean
}

/** Documents that are not as their files; with a root that has too much, all of that root. */
async function removeWrong(store: Store, options: VerifyDocumentsOptions): Promise<number> {
  const { damaged, surplus } = await verifyDocuments(store, options)
  const wrong: DocumentAddress[] = [...damaged]
  for (const { root } of surplus) wrong.push(...(await store.listDocuments(root)))
  await store.removeDocuments(wrong)
  return wrong.length
}

function tell(damages: readonly StoreDamage[], wrong: number): Outcome[] {
  return [
    ...damages.map(({ part, count, reason }) => fine(`${part}: ${count} damaged, mended (${reason})`)),
    ...(wrong > 0 ? [fine(`${wrong} documents were not as their files, and were taken out`)] : []),
  ]
}

async function mend(store: Store, options: VerifyDocumentsOptions): Promise<Omit<MendedStore, 'roots'>> {
  try {
    const damages = await store.verify({ repair: true })
    const wrong = await removeWrong(store, options)
    const left = damages.length > 0 ? await store.verify() : []
    return { outcomes: tell(damages, wrong), isLost: left.length > 0 }
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_CORRUPT') throw error
    return { outcomes: [], isLost: true }
  }
}

/**
 * Takes out what is damaged; for whoever holds the store's lock.
 * @throws StoreError; the signal's reason
 */
export async function mendStore(store: Store, options: VerifyDocumentsOptions): Promise<MendedStore> {
  const roots = await store.listRoots().catch(() => [])
  return { ...(await mend(store, options)), roots }
}
