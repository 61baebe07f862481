/*
 * Answers questions by words over an index, with snippets, once to warm up and once timed:
 * node recallite-answers.js <database> <questions as JSON> <limit>
 */
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { answerAll } from './answer-all.js'

const [path = '', questions = '[]', limit = ''] = process.argv.slice(2)
const store = await openSqliteStore({ path, create: false })
const memory = createMemory({ store, freshness: 'none' })
await answerAll(questions, async (question) => {
  const { answer } = await memory.search(question, { limit: Number(limit), threshold: 0 })
  return answer.results.filter(({ snippet }) => snippet !== '').length
})
await memory.close()
