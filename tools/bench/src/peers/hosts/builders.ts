import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bestByWords, writeChunks } from '../../stores.ts'
import { scanOf, topicSpace } from '../../vectors.ts'

/** With a vector of length 1; ids are numbers. */
export type Chunk = { id: string; title: string; text: string; vector: Float32Array }

/** A library that holds all chunks; each search gives ids, the best first. */
export interface Built {
  readonly byWords?: ((words: string, limit: number) => Promise<readonly string[]>) | undefined
  readonly byVector?: ((vector: Float32Array, limit: number) => Promise<readonly string[]>) | undefined
}

/** The package or driver, where to write, what to hold. */
export type Given = { source: string; scratch: string; chunks: readonly Chunk[] }

export type Rows = readonly { id: string }[]

const idsOf = (rows: Rows) => rows.map(({ id }) => id)

/** @param folder of a package */
const importFrom = (folder: string, file: string) => import(pathToFileURL(join(folder, file)).href)

/** Our store. */
async function buildRecallite({ scratch, chunks }: Given): Promise<Built> {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: join(scratch, 'index.sqlite') })
  const vectors = chunks.map(({ vector }) => vector)
  const space = topicSpace(vectors[0]?.length ?? 0)
  await writeChunks(store, chunks, { embedded: { vectors, space } })
  return {
    byWords: (words, limit) => bestByWords(store, words, limit),
    byVector: async (vector, limit) => idsOf(await store.findByVector({ space, vector, limit })),
  }
}

/** Orama, in memory. */
async function buildOrama({ source, chunks }: Given): Promise<Built> {
  const { create, insertMultiple, search } = await importFrom(source, 'dist/esm/index.js')
  const embedding = `vector[${chunks[0]?.vector.length ?? 0}]`
  const database = create({ schema: { title: 'string', text: 'string', embedding } })
  const documents = chunks.map(({ vector, ...chunk }) => ({ ...chunk, embedding: [...vector] }))
  await insertMultiple(database, documents)
  const find = async (query: object) => idsOf((await search(database, query)).hits)
  return {
    byWords: (term, limit) => find({ term, limit, threshold: 1 }),
    byVector: (vector, limit) =>
      find({ mode: 'vector', vector: { value: [...vector], property: 'embedding' }, similarity: 0, limit }),
  }
}

/** MiniSearch, in memory, without vectors. */
async function buildMiniSearch({ source, chunks }: Given): Promise<Built> {
  const { default: MiniSearch } = await importFrom(source, 'dist/es/index.js')
  const index = new MiniSearch({ fields: ['title', 'text'] })
  index.addAll(chunks.map(({ id, title, text }) => ({ id, title, text })))
  return { byWords: async (words, limit) => idsOf(index.search(words)).slice(0, limit) }
}

const rowsAtOnce = 10_000
/** Of so many times as many as are wanted, LanceDB reads the vectors themselves. */
const refineFactor = 10

/** LanceDB in a folder, with its full-text index; vectors are compared one by one, or by its IVF-PQ index. */
async function buildLanceDb({ source, scratch, chunks }: Given, isIndexed: boolean): Promise<Built> {
  const { connect, Index } = await importFrom(source, 'dist/index.js')
  const database = await connect(scratch)
  const rowsFrom = (from: number) =>
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
      const nearest = table.vectorSearch([...vector]).distanceType('cosine')
      const search = nearest.select(['id', '_distance']).limit(limit)
      return idsOf(await (isIndexed ? search.refineFactor(refineFactor) : search).toArray())
    },
  }
}

/** vectra in a folder; it has no search by words alone, only one that is added to that by vectors. */
async function buildVectra({ source, scratch, chunks }: Given): Promise<Built> {
  const { LocalIndex } = createRequire(import.meta.url)(source)
  const index = new LocalIndex(scratch)
  await index.createIndex({ version: 1 })
  await index.batchInsertItems(chunks.map(({ id, vector }) => ({ id, metadata: {}, vector: [...vector] })))
  return {
    async byVector(vector, limit) {
      const results: readonly { item: { id: string } }[] = await index.queryItems([...vector], '', limit)
      return idsOf(results.map(({ item }) => item))
    },
  }
}

/** What is possible: one FTS5 query for any of the words over a bare table, and reading all numbers. */
async function buildBare({ source, scratch, chunks }: Given): Promise<Built> {
  const database = new (createRequire(import.meta.url)(source))(join(scratch, 'bare.sqlite'))
  database.pragma('journal_mode = WAL')
  database.exec("CREATE VIRTUAL TABLE note USING fts5 (words, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO note (words) VALUES (?)')
  database.transaction(() => {
    for (const { text } of chunks) insert.run(text)
  })()
  const search = database.prepare('SELECT rowid - 1 AS id FROM note WHERE note MATCH ? ORDER BY rank LIMIT ?')
  const scan = scanOf(chunks.length * (chunks[0]?.vector.length ?? 0))
  return {
    async byWords(words, limit) {
      const match = words.split(' ').map((word) => `"${word}"`)
      return idsOf(search.all(match.join(' OR '), limit))
    },
    byVector: async () => scan().then(() => []),
  }
}

/** By the names of sides. */
export const builders: Readonly<Record<string, (given: Given) => Promise<Built>>> = {
  Recallite: buildRecallite,
  Orama: buildOrama,
  MiniSearch: buildMiniSearch,
  LanceDB: (given) => buildLanceDb(given, false),
  'LanceDB-IVF-PQ': (given) => buildLanceDb(given, true),
  vectra: buildVectra,
  Bare: buildBare,
}
