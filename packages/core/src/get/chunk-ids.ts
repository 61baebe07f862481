import { allOf, type DocumentAddress, type SearchFilter, type Store } from '@recallite/store'
import { escapeGlob } from '../sources/glob-text.js'

/** Above the number of chunks of any document. */
const maxChunks = 1_000_000

/** The ids of a document's chunks that pass an optional filter, in any order. Rejects with StoreError. */
export async function chunkIdsOf(
  store: Pick<Store, 'findByWords'>,
  { root, path }: DocumentAddress,
  filter?: SearchFilter,
): Promise<readonly string[]> {
  const inDocument = allOf(
    { kind: 'root', names: [root] },
    { kind: 'path', globs: [escapeGlob(path)] },
    filter,
  )
  return (await store.findByWords({ limit: maxChunks, filter: inDocument })).ids
}
