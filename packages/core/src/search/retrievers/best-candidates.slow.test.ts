import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadLanguages, parseQuery } from '@recallite/analysis'
import { createKeywordScorer, decodeTermList, wantedCounts } from '@recallite/keyword-ranking'
import type { Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { repositoryRoot, sharedFile, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemory } from '../../create-memory.js'

/** Sets kept beside the checkout, never in it: without them a test is skipped. */
const sets = ['cosqa', 'cmrc2018-zh'].map((name) => ({
  name,
  folder: sharedFile(`data/${name}`),
}))
const memory = { name: 'memory', folder: join(repositoryRoot, 'apps/eval/suites/memory') }

const everyChunk = 1_000_000
const limit = 50
const mostQueries = 15
/** In milliseconds: a machine that does other things as well takes a minute and more for what takes seconds. */
const patience = 300_000

function readLines<Line>(file: string): Line[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line): Line => JSON.parse(line))
}

/** The documents of a set as files, those of a suite where they are. */
function filesOf({ name, folder }: { name: string; folder: string }): string {
  if (name === memory.name) return join(folder, 'corpus')
  const files = temporaryFolder()
  const documents = readLines<{ title: string; text: string }>(join(folder, 'corpus.jsonl'))
  for (const [number, { title, text }] of documents.entries()) {
    writeFileSync(join(files, `${number}.md`), `# ${title}\n\n${text}`)
  }
  return files
}

/** The best chunks by scoring all that match, and those that the store finds. */
async function answersTo(text: string, store: Store) {
  const { languages } = await store.readCounts({})
  await loadLanguages(languages)
  const { tree, scoring: terms } = parseQuery(text, { languages })
  const counts = await store.readCounts(wantedCounts(terms))
  const scorer = createKeywordScorer(terms, counts)
  const query = tree ?? ({ kind: 'any', parts: [] } as const)
  const { ids } = await store.findByWords({ query, limit: everyChunk })
  const scored = (await store.readTermLists(ids)).map(({ id, termList }) => ({
    id,
    score: scorer.score(decodeTermList(termList)).bm25,
  }))
  const sorted = scored.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  const found = await store.findByWords({ query, limit, ranking: { terms, counts } })
  return { best: sorted.slice(0, limit).map(({ id }) => id), found: found.ids.slice(0, limit) }
}

describe('the candidates of keyword search', () => {
  it.for([memory, ...sets])(
    'are the best of all matching chunks: $name',
    { timeout: patience },
    async ({ name, folder }, { skip }) => {
      if (folder === undefined) return skip(`${name} is not beside the checkout`)
      const store = await openSqliteStore({ path: ':memory:' })
      onTestFinished(() => store.close())
      await createMemory({ store }).index([filesOf({ name, folder })])
      const queries = readLines<{ text: string }>(join(folder, 'queries.jsonl')).slice(0, mostQueries)
      let chunks = 0
      for (const { text } of queries) {
        const { best, found } = await answersTo(text, store)
        expect(found, text).toEqual(best)
        chunks += best.length
      }
      expect(chunks).toBeGreaterThan(queries.length)
    },
  )
})
