import { createMemory } from '@recallite/core'
import { countTokens } from '@recallite/core/tools'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chooseStrategies } from '../strategy/strategy-table.js'
import { askQuery } from './ask-query.js'
import { createRecordsSubject } from './subject.js'

const contents = [
  'The lamp in the corridor flickers.',
  'The pump leaks at the valve.',
  'A lamp fell.\nIt broke.',
]

async function ask(text: string, options: { readonly recall?: string; readonly embedTime?: number } = {}) {
  const { recall, embedTime = 0 } = options
  const records = await openSqliteRecords({ path: ':memory:' })
  const index = await openSqliteStore({ path: ':memory:' })
  const memory = createMemory({ store: index, records })
  onTestFinished(() => memory.close())
  await records.put(contents.map((content, id) => ({ id: String(id), content, session: 's' })))
  const [strategy] = chooseStrategies(['keyword'])
  if (!strategy) throw new RangeError('keyword')
  const query = { id: 'q', text, kind: '', recall, grades: { 2: 1 }, passages: [] }
  const settings = { threshold: 0, candidates: 100 }
  return askQuery(createRecordsSubject(memory.records), query, { strategy, depth: 10, settings, embedTime })
}

describe('a query to records', () => {
  it('counts the text for an agent, up to the end of the first relevant record', async () => {
    const { results, given, unfiltered } = await ask('lamp')
    expect(results?.map(({ document, endLine }) => [document, endLine])).toEqual([
      ['2', 2],
      ['0', 1],
    ])
    const { tokens = 0, toAnswer } = given ?? {}
    expect(toAnswer).toBeGreaterThan(countTokens(contents[2] ?? ''))
    expect(tokens).toBeGreaterThan((toAnswer ?? Infinity) + countTokens(contents[0] ?? ''))
    expect(unfiltered?.results.map(({ document }) => document)).toEqual(['2', '0'])
    expect(unfiltered?.results.at(-1)?.tokens).toBe(tokens)
  })

  it('has the results that an abstaining recall would show', async () => {
    const { results, given, unfiltered } = await ask('zeppelin quagga okapi walrus lamp')
    expect(results).toEqual([])
    expect(given?.toAnswer).toBeNull()
    expect(unfiltered).toMatchObject({ limit: 10, results: [{ document: '2' }, { document: '0' }] })
    expect(unfiltered?.confidence).toBeGreaterThan(0)
    expect(unfiltered?.confidence).toBeLessThan(0.11)
  })

  it('times a recall, and counts embedding only for vector search', async () => {
    const { timings } = await ask('lamp', { embedTime: 10_000 })
    expect(timings).toMatchObject({ embed: 0 })
    expect(timings?.total).toBeGreaterThan(timings?.keyword ?? Infinity)
    expect(timings?.total).toBeLessThan(10_000)
  })

  it('measures a session that is replayed', async () => {
    const { results, given, timings } = await ask('', { recall: JSON.stringify({ session: 's' }) })
    expect(results?.map(({ document }) => document)).toEqual(['0', '1', '2'])
    expect(given?.toAnswer).toBeGreaterThan(countTokens(contents.join('\n')))
    expect(timings?.total).toBeGreaterThan(0)
  })
})
