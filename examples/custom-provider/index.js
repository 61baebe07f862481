/*
 * node index.js [question…]: searches the example memory with a custom embedding model, and shows the score and rank that each
 * retriever gave each result.
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
    const scores = contributions.map(
      ({ source, rank, raw }) => `${source} ${raw?.toFixed(3)} (${rank ?? 'not found'})`,
    )
    console.log(`${path}:${startLine}  ${scores.join(', ')}`)
  }
} finally {
  await memory.close()
}
