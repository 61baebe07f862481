/* node index.js [question…]: searches with a retriever that finds notes by their file names, and shows its contributions. */
import { fileURLToPath } from 'node:url'
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { retriever } from './by-file-name.js'

const notes = fileURLToPath(new URL('../memory', import.meta.url))
const question = process.argv.slice(2).join(' ') || 'how do signed-tok work?'

const memory = createMemory({
  store: await openSqliteStore({ path: ':memory:' }),
  sources: [notes],
  retrievers: [retriever],
})
try {
  await memory.sync()
  const { answer } = await memory.search(question, { limit: 3, threshold: 0, perDocument: 1 })
  console.log(question)
  for (const { path, startLine, fusedScore, contributions } of answer.results) {
    console.log(`\n${fusedScore.toFixed(3)}  ${path}:${startLine}`)
    for (const { source, rank, weight, value } of contributions)
      console.log(
        `       ${source}: rank ${rank ?? '–'}, weight ${weight.toFixed(2)}, adds ${value.toFixed(3)}`,
      )
  }
} finally {
  await memory.close()
}
