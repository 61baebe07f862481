/* Orama, in memory: node orama-library.js <data folder> <scratch folder> <folder of its package> */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { args, measureLibrary } from './library-host.js'

const { create, insertMultiple, search } = await import(
  pathToFileURL(join(args[0] ?? '', 'dist/esm/index.js')).href
)

/** @param {{ hits: readonly { id: string }[] }} answer */
const idsOf = ({ hits }) => hits.map(({ id }) => id)

await measureLibrary(async (chunks) => {
  const dimensions = chunks[0]?.vector.length ?? 0
  const schema = { title: 'string', text: 'string', embedding: `vector[${dimensions}]` }
  const database = create({ schema })
  const documents = chunks.map(({ id, title, text, vector }) => ({ id, title, text, embedding: [...vector] }))
  await insertMultiple(database, documents)
  return {
    byWords: async (term, limit) => idsOf(await search(database, { term, limit, threshold: 1 })),
    async byVector(vector, limit) {
      const sought = { value: [...vector], property: 'embedding' }
      return idsOf(await search(database, { mode: 'vector', vector: sought, similarity: 0, limit }))
    },
  }
})
