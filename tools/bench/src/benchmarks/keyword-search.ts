import { createRequire } from 'node:module'
import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { generateCorpus } from '../generate-corpus.ts'
import { driverPath } from '../run.ts'
import { median, percentile, timeEach } from '../statistics.ts'
import {
  bestByWords,
  perFile,
  questionCount,
  sizeIn,
  wordsPerQuestion,
  writeChunks,
  writeQuestions,
} from '../stores.ts'
import type { Workspace } from '../workspace.ts'
import type { NewChunk } from '@recallite/store'

export type Ground = Awaited<ReturnType<typeof prepareGround>>

const limit = 6

/** A plain FTS5 table with the words of chunks, ranked by FTS5. */
function openBareTable(path: string) {
  const Database = createRequire(import.meta.url)(driverPath)
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.exec("CREATE VIRTUAL TABLE note USING fts5 (words, content = '', tokenize = 'ascii')")
  const insert = database.prepare('INSERT INTO note (words) VALUES (?)')
  const addAll = database.transaction((chunks: readonly NewChunk[]) => {
    for (const { words } of chunks) insert.run(words.text.map(({ stem }) => stem).join(' '))
  })
  return { database, addAll }
}

/** The same chunks in a store and in a plain table, with queries for both. */
async function prepareGround(space: Workspace) {
  const { createMemory } = await import('@recallite/core')
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: space.freshPath() })
  const { database, addAll } = openBareTable(space.freshPath())
  const notes = generateCorpus(perFile * space.files)
  await writeChunks(store, notes, { onChunks: addAll })
  database.exec("INSERT INTO note (note) VALUES ('optimize')")
  const count = database.prepare('SELECT count(*) FROM note WHERE note MATCH ?').pluck()
  const search = database.prepare(`SELECT rowid FROM note WHERE note MATCH ? ORDER BY rank LIMIT ${limit}`)
  const questions = (await writeQuestions(notes)).map(({ text, stems }) => {
    const matches = stems.map((stem) => `"${stem}"`).toSorted((a, b) => count.get(a) - count.get(b))
    return { text, rarest: matches.slice(0, 2).join(' OR ') }
  })
  const memory = createMemory({ store, freshness: 'none' })
  return { store, memory, questions, searchBare: (match: string) => search.all(match).length }
}

/** Long queries in a large collection, compared with plain FTS5. `answer` returns the number of results. */
function questionBenchmark(
  about: Pick<Benchmark, 'name' | 'what' | 'figures'>,
  answer: (ground: Ground, text: string) => Promise<number>,
): Benchmark {
  return {
    ...about,
    what: `${about.what}; median of ${questionCount} questions of ${wordsPerQuestion} words`,
    comparedWith: `one plain FTS5 query for the two rarest words in a bare table, ORDER BY rank LIMIT ${limit}, in the same process`,
    sizeOf: sizeIn('chunks'),
    async prepare(space) {
      const ground = await space.once('keyword-search', () => prepareGround(space))
      const { questions, searchBare } = ground
      const side = (ask: (question: Ground['questions'][number]) => number | Promise<number>) => async () => {
        const times = await timeEach(questions, async (question) =>
          assertResult((await ask(question)) > 0, `No results for "${question.text}".`),
        )
        return { [about.name]: median(times), [`${about.name}-slowest`]: percentile(times, 0.95) }
      }
      return {
        subject: side(({ text }) => answer(ground, text)),
        baseline: side(({ rarest }) => searchBare(rarest)),
      }
    },
  }
}

/** Only the keyword retriever: parse the query, find the best chunks and score them. */
export const keywordQuestion = questionBenchmark(
  {
    name: 'keyword-question',
    what: 'parsing a question and finding its best chunks: the whole keyword retriever',
    figures: [{ name: 'keyword-question', unit: 'time', bound: { factor: 3, extra: 0 } }],
  },
  async ({ store }, text) => (await bestByWords(store, text, limit)).length,
)

/** A whole search: six results with texts and snippets. */
export const keywordSearch = questionBenchmark(
  {
    name: 'keyword-search',
    what: 'a whole search without a model, six results with snippets; -slowest: the 95th percentile',
    figures: [
      { name: 'keyword-search', unit: 'time', bound: { factor: 10, extra: 0 } },
      { name: 'keyword-search-slowest', unit: 'time', bound: { factor: 0, extra: 10 } },
    ],
  },
  async ({ memory }, text) => {
    const settings = { limit, threshold: 0, textWeight: 1, vectorWeight: 0 }
    return (await memory.search(text, settings)).answer.results.length
  },
)
