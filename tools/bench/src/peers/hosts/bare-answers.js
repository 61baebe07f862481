/*
 * Answers questions by one FTS5 query for all of their words, with the texts, once to warm up and once timed:
 * node bare-answers.js <the driver's file> <database> <questions as JSON> <limit>
 */
import { createRequire } from 'node:module'
import { answerAll } from './answer-all.js'

const [driver = '', path = '', questions = '[]', limit = ''] = process.argv.slice(2)
const Database = createRequire(import.meta.url)(driver)
const database = new Database(path, { readonly: true })
const search = database.prepare(
  `SELECT words FROM note WHERE note MATCH ? ORDER BY rank LIMIT ${Number(limit)}`,
)
await answerAll(questions, async (question) => {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  return search.all(words.map((word) => `"${word}"`).join(' ')).length
})
database.close()
