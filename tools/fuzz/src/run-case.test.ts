import { MemoryError, type SearchReport } from '@recallite/core'
import { onTestFinished, describe, expect, it } from 'vitest'
import { openCollection, type Collection } from './collection/open-collection.ts'
import { predict } from './oracle/predict.ts'
import { runCase } from './run-case.ts'

async function testCollection() {
  const collection = await openCollection([7, 0])
  onTestFinished(() => collection.close())
  return collection
}

type Answer = SearchReport['answer']

/** A collection whose memory returns wrong results. */
function lying(collection: Collection, bend: (answer: Answer) => Answer): Collection {
  const search: Collection['memory']['search'] = async (...request) => {
    const report = await collection.memory.search(...request)
    return { ...report, answer: bend(report.answer) }
  }
  return { ...collection, memory: { ...collection.memory, search } }
}

const searchCase = { query: 'projects', options: {} }

describe('runCase', () => {
  it('finds no problem in a correct memory', async () => {
    const collection = await testCollection()
    expect(predict(searchCase, collection)).toHaveProperty('ids.size', expect.any(Number))
    expect(await runCase(searchCase, collection)).toEqual([])
    for (const options of [{ candidates: 2 }, { limit: 2 }, { limit: 2, candidates: 1 }]) {
      expect(await runCase({ ...searchCase, options }, collection)).toEqual([])
    }
  })

  it.each<[string, (answer: Answer) => Answer]>([
    ['results: expected, not found: ', (answer) => ({ ...answer, results: answer.results.slice(1) })],
    ['found twice', (answer) => ({ ...answer, results: [...answer.results, ...answer.results.slice(0, 1)] })],
    ['degraded: FTS5', (answer) => ({ ...answer, degraded: [{ retriever: 'keyword', reason: 'FTS5' }] })],
    [
      'the keyword retriever is failed, not ok',
      (answer) => ({ ...answer, retrievers: { ...answer.retrievers, keyword: 'failed' } }),
    ],
  ])('reports %s', async (problem, bend) => {
    const problems = await runCase(searchCase, lying(await testCollection(), bend))
    expect(problems.join('\n')).toContain(problem)
  })

  it('reports missing candidates, even if the best results exist', async () => {
    const collection = await testCollection()
    const bent = { ...collection, takeHits: () => collection.takeHits().slice(0, -1) }
    const problems = await runCase({ ...searchCase, options: { limit: 1 } }, bent)
    expect(problems).toEqual([expect.stringContaining('candidates: expected, not found: ')])
  })

  it('reports unexpected results', async () => {
    const collection = await testCollection()
    const found = await collection.memory.search('projects', { textWeight: 1, vectorWeight: 0, threshold: 0 })
    const bent = lying(collection, (answer) => ({ ...answer, results: found.answer.results }))
    const problems = await runCase({ query: 'zzzzzzzzzz', options: {} }, bent)
    expect(problems.join('\n')).toContain('found, not expected')
  })

  it.each([
    ['QUERY_EMPTY', { query: ' ', options: {} }],
    ['QUERY_COMMON', { query: 'of the', options: {} }],
    ['OPTION_INVALID', { query: 'reef', options: { since: 'soon' } }],
    ['ROOT_UNKNOWN', { query: 'reef', options: { roots: ['gone'] } }],
  ])('expects %s, and no other error', async (code, refused) => {
    const collection = await testCollection()
    const result = (search: typeof collection.memory.search) =>
      runCase(refused, { ...collection, memory: { ...collection.memory, search } })
    expect(await runCase(refused, collection)).toEqual([])
    for (const [error, said] of [
      [new MemoryError('NO_ROOTS', ''), 'NO_ROOTS'],
      [new TypeError('x'), 'TypeError: x'],
    ] as const)
      expect(await result(() => Promise.reject(error))).toEqual([`rejected with ${said}, expected ${code}`])
    expect(await result(() => collection.memory.search('reef'))).toEqual([`answered, expected ${code}`])
  })
})
