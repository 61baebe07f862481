/*
 * Answers keyword queries with an existing index (six results with snippets), once to warm up and once timed, and prints the
 * times by kind of query:
 * node answers.ts recallite|qmd|fts5|bare|<library> <folder of the package, file of the driver, or the notes> <database> <queries as JSON>
 */
import type { MemoryOptions } from '@recallite/core'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assertResult } from '../../benchmark-error.ts'
import { timeEach } from '../../statistics.ts'
import { limit, openLibrary } from './libraries.ts'

const [name = '', source = '', path = '', questions = '{}'] = process.argv.slice(2)
const snippetLength = 500
const matching = `FROM note WHERE note MATCH ? ORDER BY rank LIMIT ${limit}`

interface Database {
  prepare(sql: string): { all(...values: string[]): unknown[] }
}

async function openMemory(options: Pick<MemoryOptions, 'freshness' | 'sources'>) {
  const { createMemory } = await import('@recallite/core')
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const memory = createMemory({ store: await openSqliteStore({ path }), ...options })
  return async (question: string) => {
    const { answer } = await memory.search(question, { limit, threshold: 0 })
    return answer.results.filter(({ snippet }) => snippet !== '').length
  }
}

async function openTable(prepare: (database: Database) => (words: readonly string[]) => unknown[]) {
  const search = prepare(new (createRequire(import.meta.url)(source))(path, { readonly: true }))
  return async (question: string) =>
    search((question.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`)).length
}

/** Functions that open a database and return a function from a query to the number of results. */
const openers: Record<string, () => Promise<(question: string) => Promise<number>>> = {
  recallite: () => openMemory({ freshness: 'none' }),
  /** As in a long-running process. */
  'recallite-fresh': () => openMemory({ freshness: 'behind-search', sources: [source] }),
  async qmd() {
    const { createStore, extractSnippet } = await import(pathToFileURL(join(source, 'dist/index.js')).href)
    const store = await createStore({ dbPath: path })
    return async (question: string) => {
      const results: readonly { body: string }[] = await store.searchLex(question, { limit })
      return results.filter(({ body }) => extractSnippet(body, question, snippetLength).snippet !== '').length
    }
  },
  /** The same work as ours: any of the words, and an excerpt of each result. */
  fts5: () =>
    openTable((database) => {
      const excerpt = `snippet(note, 0, '', '', '…', 40)`
      const search = database.prepare(`SELECT ${excerpt} ${matching}`)
      return (words) => search.all(words.join(' OR '))
    }),
  bare: () =>
    openTable((database) => {
      const search = database.prepare(`SELECT words ${matching}`)
      return (words) => search.all(words.join(' '))
    }),
}

async function openOther() {
  const ask = await (await openLibrary(name, source)).open(path)
  return async (question: string) => (await ask(question)).length
}

const answer = await (openers[name] ?? openOther)()
const times: Record<string, number[]> = {}
for (const [kind, texts] of Object.entries(JSON.parse(questions) as Record<string, string[]>)) {
  await timeEach(texts, answer)
  times[kind] = await timeEach(texts, async (text) =>
    assertResult((await answer(text)) > 0, `${name} has no results for "${text}".`),
  )
}
process.stdout.write(JSON.stringify(times), () => process.exit())
