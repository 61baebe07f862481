/*
 * Answers keyword queries with an existing index (six results with snippets), once to warm up and once timed, and prints the
 * times by kind of query:
 * node answers.ts recallite|qmd|bare <folder of the package, file of the driver, or nothing> <database> <queries as JSON>
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assertResult } from '../../benchmark-error.ts'
import { timeEach } from '../../statistics.ts'

const [name = '', source = '', path = '', questions = '{}'] = process.argv.slice(2)
const limit = 6
const snippetLength = 500

/** Functions that open a database and return a function from a query to the number of results. */
const openers = {
  async recallite() {
    const { createMemory } = await import('@recallite/core')
    const { openSqliteStore } = await import('@recallite/store-sqlite')
    const store = await openSqliteStore({ path, create: false })
    const memory = createMemory({ store, freshness: 'none' })
    return async (question: string) => {
      const { answer } = await memory.search(question, { limit, threshold: 0 })
      return answer.results.filter(({ snippet }) => snippet !== '').length
    }
  },
  async qmd() {
    const { createStore, extractSnippet } = await import(pathToFileURL(join(source, 'dist/index.js')).href)
    const store = await createStore({ dbPath: path })
    return async (question: string) => {
      const results: readonly { body: string }[] = await store.searchLex(question, { limit })
      return results.filter(({ body }) => extractSnippet(body, question, snippetLength).snippet !== '').length
    }
  },
  async bare() {
    const database = new (createRequire(import.meta.url)(source))(path, { readonly: true })
    const search = database.prepare(`SELECT words FROM note WHERE note MATCH ? ORDER BY rank LIMIT ${limit}`)
    return async (question: string) => {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
      return search.all(words.map((word) => `"${word}"`).join(' ')).length
    }
  },
}

const answer = await openers[name as keyof typeof openers]()
const times: Record<string, number[]> = {}
for (const [kind, texts] of Object.entries(JSON.parse(questions) as Record<string, string[]>)) {
  await timeEach(texts, answer)
  times[kind] = await timeEach(texts, async (text) =>
    assertResult((await answer(text)) > 0, `${name} has no results for "${text}".`),
  )
}
process.stdout.write(JSON.stringify(times), () => process.exit())
