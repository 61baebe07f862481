/* Our store: node recallite-library.js <data folder> <scratch folder> */
import { join } from 'node:path'
import { parseQuery } from '@recallite/analysis'
import { openSqliteStore } from '@recallite/store-sqlite'
import { bestByWords } from '../../best-by-words.js'
import { writeChunks } from '../../write-chunks.js'
import { measureLibrary, scratch } from './library-host.js'

await measureLibrary(async (chunks) => {
  const store = await openSqliteStore({ path: join(scratch, 'index.sqlite') })
  const vectors = chunks.map(({ vector }) => vector)
  const dimensions = vectors[0]?.length ?? 0
  const space = { provider: 'bench', model: 'topics', dimensions, promptStyle: 'plain' }
  await writeChunks(store, chunks, { embedded: { vectors, space } })
  return {
    byWords: (words, limit) => bestByWords({ store, parse: parseQuery }, words, limit),
    byVector: async (vector, limit) =>
      (await store.findByVector({ space, vector, limit })).map(({ id }) => id),
  }
})
