import { join } from 'node:path'
import { batched, type EmbeddingModel } from '@recallite/embeddings'
import { createLlamaEmbeddings } from '@recallite/embeddings-llama'
import { createMemory, type Memory, type SearchAnswer } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { sharedFile, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSentenceReranker } from './__fixtures__/sentence-reranker.js'
import { findSuiteFolder } from './suite/read-suite.js'
import { ndcg } from './measures/ranking-measures.js'
import { describeSuite } from './run/describe-run.js'
import type { RunQuery } from './run/run.js'
import { readOurLayout } from './suite/our-layout.js'

// A machine that does other things as well takes minutes for what takes seconds.
vi.setConfig({ testTimeout: 1_200_000 })

/** A model kept beside the checkout, never in it: without it the test is skipped. */
const miniLm = sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf') ?? ''
/** Built before the tests: a child process does not read TypeScript. */
const child = new URL('../../../packages/embeddings/llama/dist/child.js', import.meta.url)

async function openMiniLm(): Promise<EmbeddingModel> {
  const { dispose, ...model } = await createLlamaEmbeddings({ modelPath: miniLm, child })
  // Memories dispose of their models, and here two parts share one.
  onTestFinished(() => dispose?.())
  return batched(model, { countTokens: (text) => Math.ceil(text.length / 3) })
}

/** Chosen by hand: the order of the results depends on neither number, since the logistic function only grows. */
const scale = { slope: 12, middle: 0.4 }

const limit = 6

/** The distinct documents of an answer, best first. */
function documentsOf({ results }: SearchAnswer): string[] {
  return [...new Set(results.map(({ path }) => path))]
}

function isFound({ results }: SearchAnswer, { grades }: RunQuery): boolean {
  return results.slice(0, limit).some(({ path }) => (grades[path] ?? 0) > 0)
}

async function searchTwice(memory: Pick<Memory, 'search'>, text: string) {
  const options = { threshold: 0, limit: 60, rerankDeadline: 300_000, perDocument: 0, mergeDuplicates: false }
  const { answer: fused } = await memory.search(text, { ...options, rerank: false })
  const { answer: reranked } = await memory.search(text, options)
  return { fused, reranked }
}

describe.skipIf(miniLm === '')(
  'a search with a real reranker (needs all-MiniLM-L6-v2.q8_0.gguf beside the checkout)',
  () => {
    it('orders twenty results by the nearest sentence, for every third question of issue-16021', async () => {
      const model = await openMiniLm()
      const suite = readOurLayout(findSuiteFolder('issue-16021'))
      const queries = describeSuite(suite).queries.filter((_, position) => position % 3 === 0)
      const store = await openSqliteStore({ path: join(temporaryFolder(), 'index.sqlite'), create: true })
      const reranker = createSentenceReranker(model, scale)
      const memory = createMemory({
        store,
        models: [model],
        reranker,
        queryDeadline: 120_000,
        freshness: 'none',
      })
      onTestFinished(() => memory.close())
      await memory.index([join(findSuiteFolder('issue-16021'), 'corpus')])
      const gains = { fused: 0, reranked: 0 }
      const found = { fused: 0, reranked: 0 }
      for (const query of queries) {
        const answers = await searchTwice(memory, query.text)
        expect(answers.reranked.degraded).toEqual([])
        const scores = answers.reranked.results.flatMap(({ rerankScore }) => rerankScore ?? [])
        expect(scores).toHaveLength(Math.min(20, answers.fused.results.length))
        // The logistic function rounds large logits to 1 in one order or another.
        const rounded = scores.map((score) => Number(score.toFixed(9)))
        expect(rounded).toEqual(rounded.toSorted((a, b) => b - a))
        for (const order of ['fused', 'reranked'] as const) {
          gains[order] += ndcg(10).score(documentsOf(answers[order]), new Map(Object.entries(query.grades)))
          found[order] += Number(isFound(answers[order], query))
        }
      }
      // Measured: 49 found with and without, nDCG@10 .820 as fused and .826 reranked; sentences of the same model add little.
      expect(found.reranked).toBeGreaterThanOrEqual(found.fused - 2)
      expect((gains.reranked - gains.fused) / queries.length).toBeGreaterThan(-0.03)
    })
  },
)
