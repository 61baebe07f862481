/*
 * node index.js [folder [question…]]: indexes a folder of notes and answers a question with keyword search. The index only exists
 * in memory; use a path instead of `:memory:` to store it.
 */
import { fileURLToPath } from 'node:url'
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'

const notes = fileURLToPath(new URL('../memory', import.meta.url))
const [folder = notes, ...words] = process.argv.slice(2)
const question = words.join(' ') || 'why were sessions given up for signed tokens?'

const memory = createMemory({ store: await openSqliteStore({ path: ':memory:' }), sources: [folder] })
try {
  const { files, chunks } = await memory.sync()
  console.log(`${files} files, ${chunks} chunks`)
  const { answer } = await memory.search(question, { limit: 3 })
  for (const { path, startLine, endLine, heading, snippet } of answer.results) {
    console.log(`\n${path}:${startLine}-${endLine}  ${heading.join(' › ')}\n${snippet}`)
  }
  const [best] = answer.results
  if (best) {
    const passage = await memory.get(`${best.root}:${best.path}:${best.startLine}`)
    console.log(`\nline ${best.startLine} of ${best.path} says: ${passage.text}`)
  }
} finally {
  await memory.close()
}
