import { verifyDocuments, type VerifyDocumentsOptions } from '@recallite/core'
import type { DocumentAddress, Store } from '@recallite/store'

/**
 * Takes out documents that are not as their files, and with a root that has too much all of that root, and says how many.
 * For whoever holds the store's lock.
 * @throws StoreError; the signal's reason
 */
export async function removeWrong(store: Store, options: VerifyDocumentsOptions): Promise<number> {
  const { damaged, surplus } = await verifyDocuments(store, options)
  const wrong: DocumentAddress[] = [...damaged]
  for (const { root } of surplus) wrong.push(...(await store.listDocuments(root)))
  await store.removeDocuments(wrong)
  return wrong.length
}
