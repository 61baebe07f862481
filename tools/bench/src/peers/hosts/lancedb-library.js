/*
 * LanceDB in a folder, with its full-text index; vectors are compared one by one, or by its IVF-PQ index:
 * node lancedb-library.js <data folder> <scratch folder> <folder of its package> [ivf-pq]
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { args, measureLibrary, scratch } from './library-host.js'

const [folder = '', index = ''] = args
const { connect, Index } = await import(pathToFileURL(join(folder, 'dist/index.js')).href)
const rowsAtOnce = 10_000
const isIndexed = index === 'ivf-pq'
/** Of so many times as many as are wanted, LanceDB reads the vectors themselves. */
const refineFactor = 10

/** @param {readonly { id: string }[]} rows */
const idsOf = (rows) => rows.map(({ id }) => id)

await measureLibrary(async (chunks) => {
  const database = await connect(scratch)
  /** @param {number} from */
  const rowsFrom = (from) =>
    chunks
      .slice(from, from + rowsAtOnce)
      .map(({ id, title, text, vector }) => ({ id, text: `${title}\n${text}`, vector: [...vector] }))
  const table = await database.createTable('chunks', rowsFrom(0))
  for (let from = rowsAtOnce; from < chunks.length; from += rowsAtOnce) await table.add(rowsFrom(from))
  await table.createIndex('text', { config: Index.fts() })
  if (isIndexed) await table.createIndex('vector', { config: Index.ivfPq({ distanceType: 'cosine' }) })
  await table.optimize()
  return {
    byWords: async (words, limit) =>
      idsOf(await table.search(words, 'fts').select(['id', '_score']).limit(limit).toArray()),
    async byVector(vector, limit) {
      const search = table
        .vectorSearch([...vector])
        .distanceType('cosine')
        .select(['id', '_distance'])
        .limit(limit)
      return idsOf(await (isIndexed ? search.refineFactor(refineFactor) : search).toArray())
    },
  }
})
