/*
 * node index.js [question…]: asks the example memory with an embedding model of our own, and shows what each retriever
 * said about each result.
 */
import { fileURLToPath } from 'node:url'
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { createTrigramEmbeddings } from './trigram-embeddings.js'

const notes = fileURLToPath(new URL('../memory', import.meta.url))
const question = process.argv.slice(2).join(' ') || 'rollbacking databse migrationss'

const memory = createMemory({
  store: await openSqliteStore({ path: ':memory:' }),
  sources: [notes],
  models: [createTrigramEmbeddings()],
})
try {
  const { embedded } = await memory.sync()
  console.log(`${embedded} texts embedded`)
  const { answer } = await memory.search(question, { limit: 3, threshold: 0 })
  console.log(`${answer.mode} search with ${answer.provider}/${answer.model}: ${question}`)
  for (const { path, startLine, contributions } of answer.results) {
    const told = contributions.map(
      ({ source, rank, raw }) => `${source} ${raw?.toFixed(3)} (${rank ?? 'not found'})`,
    )
    console.log(`${path}:${startLine}  ${told.join(', ')}`)
  }
} finally {
  await memory.close()
}
