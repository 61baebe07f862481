/*
 * vectra in a folder; it has no search by words alone, only one that is added to that by vectors:
 * node vectra-library.js <data folder> <scratch folder> <folder of its package>
 */
import { createRequire } from 'node:module'
import { args, measureLibrary, scratch } from './library-host.js'

const { LocalIndex } = createRequire(import.meta.url)(args[0] ?? '')

await measureLibrary(async (chunks) => {
  const index = new LocalIndex(scratch)
  await index.createIndex({ version: 1 })
  await index.batchInsertItems(chunks.map(({ id, vector }) => ({ id, metadata: {}, vector: [...vector] })))
  return {
    async byVector(vector, limit) {
      /** @type {readonly { item: { id: string } }[]} */
      const results = await index.queryItems([...vector], '', limit)
      return results.map(({ item }) => item.id)
    },
  }
})
