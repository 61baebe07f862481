import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddingModel } from '@recallite/embeddings'
import { strategyNames } from '@recallite/fusion'
import type { RecordInput } from '@recallite/store/records'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { casesOf, repositoryRoot } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { bothRankings, sentCandidates, pageSettings } from '../__fixtures__/both-rankings.js'
import { testMemory } from '../__fixtures__/test-memory.js'

const suites = join(repositoryRoot, 'apps/eval/suites')

function readLines<Line>(path: string): Line[] {
  const lines = readFileSync(join(suites, path), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Line)
}

/** A vector that counts the trigrams of a text. */
const letters: EmbeddingModel = {
  specificationVersion: 'v1',
  identity: { provider: 'test', model: 'letters', dimensions: 256, promptStyle: 'plain' },
  maxBatchItems: 100,
  maxBatchTokens: 100_000,
  embed: async ({ texts }) => texts.map(vectorOf),
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(256)
  const plain = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  for (let from = 0; from < plain.length - 2; from += 1) {
    const place = Array.from(plain.slice(from, from + 3)).reduce(
      (sum, sign) => sum * 31 + (sign.codePointAt(0) ?? 0),
      7,
    )
    vector[place % 256] = (vector[place % 256] ?? 0) + 1
  }
  return vector
}

/** `CI` checks every 25th query. */
const step = casesOf(1, 25)

it('a page ranks the notes and records of the built-in suites as a search does: 200 queries × 12 strategies', async () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const records = await openSqliteRecords({ path: ':memory:', now: () => now })
  const { memory } = await testMemory({ models: [letters], records, now: () => now, freshness: 'none' })
  await memory.index(['memory', 'issue-16021'].map((suite) => join(suites, suite, 'corpus')))
  await records.put(readLines<RecordInput>('records/records.jsonl'))
  await memory.records?.index()

  const queries = (['file', 'record'] as const).flatMap((kind) => {
    const lines = readLines<{ text: string }>(`${kind === 'file' ? 'memory' : 'records'}/queries.jsonl`)
    const chosen = lines.slice(0, 100).filter((_, index) => index % step === 0)
    return chosen.map(({ text }) => ({ text, kinds: [kind] }))
  })
  const counts = { file: 0, record: 0, abstained: 0 }
  for (const [place, { text, kinds }] of queries.entries()) {
    const settings = strategyNames().map((fusion, row) => {
      return { fusion, kinds, ...pageSettings[(place + 5 * row) % pageSettings.length] }
    })
    const candidates = await sentCandidates(memory, text, { kinds })
    const { page, search, count } = await bothRankings(memory, candidates, settings)
    expect(page).toEqual(search)
    for (const name of ['file', 'record', 'abstained'] as const) counts[name] += count[name]
  }
  expect(queries).toHaveLength(200 / step)
  // The test compared results.
  expect(Math.min(counts.file, counts.record)).toBeGreaterThan(2000 / step)
  expect(counts.abstained).toBeGreaterThan(20 / step)
})
