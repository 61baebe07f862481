import type { Memory, SearchOptions, SearchReport } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import { replay } from './replay.js'
import { chooseStrategies, type Strategy } from './strategy.js'

type Answer = SearchReport['answer']

const answered = {
  query: 'q',
  mode: 'hybrid',
  retrievers: { keyword: 'ok', vector: 'ok' },
  provider: null,
  model: null,
  degraded: [],
  stale: false,
  timings: { total: 0, sync: 0, keyword: 0, vector: 0, embed: 0, rank: 0 },
  results: [],
} satisfies Answer

function result(path: string): Answer['results'][number] {
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, start: 0, end: 1 }
  const found = { score: 1, evidence: 1, contributions: [] }
  return { id: path, root: 'notes', path, heading: [], text: '', snippet: '', ...place, ...found }
}

/** A memory that answers always the same, and what it was asked. */
function fixedMemory(answer: Partial<Answer>) {
  const asked: { query: string; options: SearchOptions | undefined }[] = []
  const search: Memory['search'] = async (query, options) => {
    asked.push({ query, options })
    return { answer: { ...answered, ...answer, query }, stalePaths: [], syncFailure: null }
  }
  return { memory: { search } as Memory, asked }
}

function strategyOf(name: string): Strategy {
  const strategy = chooseStrategies().find((each) => each.name === name)
  if (!strategy) throw new RangeError(name)
  return strategy
}

const queries = ['one', 'two'].map((text) => ({ id: text, text, kind: '', grades: new Map([['a', 1]]) }))
const usual = { limit: 30, minScore: 0.1, idOf: (path: string) => path }

describe('replay', () => {
  it('ranks documents by the first of their chunks, under the ids of the suite', async () => {
    const { memory } = fixedMemory({ results: ['b.md', 'a.md', 'b.md', 'c.md', 'a.md'].map(result) })
    const idOf = (path: string) => path.replace('.md', '')
    const { rankings } = await replay(memory, queries, { ...usual, strategy: strategyOf('convex'), idOf })
    expect(rankings).toEqual([
      ['b', 'a', 'c'],
      ['b', 'a', 'c'],
    ])
  })

  it('asks every query with the options of the strategy, and says how far it is', async () => {
    const { memory, asked } = fixedMemory({})
    const done: number[] = []
    const onAnswer = (count: number) => void done.push(count)
    await replay(memory, queries, { ...usual, strategy: strategyOf('keyword'), onAnswer })
    const options = { vectorWeight: 0, limit: 30, minScore: 0.1 }
    expect(asked).toEqual([
      { query: 'one', options },
      { query: 'two', options },
    ])
    expect(done).toEqual([1, 2])
  })

  it('sets no threshold for a strategy that has its own', async () => {
    const { memory, asked } = fixedMemory({})
    await replay(memory, queries, { ...usual, strategy: strategyOf('openclaw-2026.2') })
    expect(asked[0]?.options).toEqual({ fusion: 'openclaw-2026.2', limit: 30 })
  })

  it('gives up where a retriever fails', async () => {
    const { memory } = fixedMemory({
      retrievers: { keyword: 'ok', vector: 'failed' },
      degraded: [{ retriever: 'vector', reason: 'the model crashed' }],
    })
    await expect(replay(memory, queries, { ...usual, strategy: strategyOf('rrf') })).rejects.toMatchObject({
      code: 'EVALUATION_RETRIEVER_FAILED',
      message: expect.stringContaining('the model crashed'),
    })
  })

  it('counts what was less than whole, by its reason', async () => {
    const { memory } = fixedMemory({
      degraded: [{ retriever: 'vector', reason: 'some chunks have no vector' }],
    })
    const { degraded } = await replay(memory, queries, { ...usual, strategy: strategyOf('rrf') })
    expect([...degraded]).toEqual([['some chunks have no vector', 2]])
  })
})
