/*
 * Answers questions by QMD's library as its command `search` does, with snippets, once to warm up and once timed:
 * node qmd-answers.js <folder of its package> <database> <questions as JSON> <limit>
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerAll } from './answer-all.js'

const [folder = '', dbPath = '', questions = '[]', limit = ''] = process.argv.slice(2)
const { createStore, extractSnippet } = await import(pathToFileURL(join(folder, 'dist/index.js')).href)
const snippetLength = 500
const store = await createStore({ dbPath })
await answerAll(questions, async (question) => {
  const results = await store.searchLex(question, { limit: Number(limit) })
  /** @type {string[]} */
  const snippets = results.map(
    (/** @type {{ body: string }} */ { body }) => extractSnippet(body, question, snippetLength).snippet,
  )
  return snippets.filter((snippet) => snippet !== '').length
})
await store.close()
