import { strategyNames } from '@recallite/fusion'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { createRandom } from '@recallite/test-kit/random'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { bothRankings, sentCandidates, pageSettings } from '../__fixtures__/both-rankings.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import type { MemoryOptions } from '../memory.js'
import { rankCandidates } from '../ranking.js'

const today = Date.parse('2026-11-23T12:00:00')
const words =
  'car automobile vehicle doctor medic money cash ocean sea teacher harbour gate v2.3 HTTP_PORT lamp key'
const random = createRandom('rank-candidates')
const sentence = () => `${random.some(14, () => random.pick(words.split(' '))).join(' ')}.`
const paragraph = () => random.some(6, sentence).join(' ')
const section = () => `## ${sentence()}\n\n${random.chance(0.1) ? '[[car]] [[sea]]' : paragraph()}`
const repeated = Array.from({ length: 4 }, section)

/** Notes with sections and dates; some repeat others, or contain only links. */
const notes = Object.fromEntries(
  Array.from({ length: 24 }, (_, note) => {
    const sections = random.some(4, () => (random.chance(0.2) ? random.pick(repeated) : section()))
    return [
      `n${note}.md`,
      `---\ndate: 2026-${10 + (note % 2)}-0${1 + (note % 9)}\n---\n${sections.join('\n\n')}`,
    ]
  }),
)
const queries = [
  'car of the doctor',
  'HTTP_PORT v2.3',
  'ocean "harbour gate"',
  'zeppelin hangar',
  'tutor AND cash',
  'lampp',
  'car of the doctor in October',
]

async function openMemory(options: Partial<MemoryOptions> = {}) {
  const openModel = async () => createConceptModel().model
  const { memory } = await indexedMemory(notes, { openModel, now: () => today, ...options })
  return memory
}

async function openBoth(recall?: MemoryOptions['recall']) {
  const records = await openSqliteRecords({ path: ':memory:', now: () => today })
  const memory = await openMemory({ records, recall })
  for (let record = 0; record < 20; record += 1) {
    const fields = {
      confidence: random.next(),
      occurredAt: today - record * 86_400_000,
      allowDuplicate: true,
    }
    await memory.records?.remember(`${sentence()} ${sentence()}`, fields)
  }
  return memory
}

describe('ranking candidates', () => {
  it('returns the results of a search, for every strategy and setting', async () => {
    const memory = await openMemory()
    for (const [query, text] of queries.entries()) {
      const sent = await sentCandidates(memory, text)
      const settings = [undefined, ...strategyNames()].map((fusion, place) => {
        return { fusion, ...pageSettings[(place + 5 * query) % pageSettings.length] }
      })
      const { page, search } = await bothRankings(memory, sent, settings)
      expect(page).toEqual(search)
    }
  })

  it.each([undefined, { decay: { halfLife: 9 } }, { threshold: 0.3, fusion: 'rrf' }, { tags: ['none'] }])(
    'does so for records recalled with %j, by themselves and in one ranking with files',
    async (recall) => {
      const memory = await openBoth(recall)
      for (const [turn, kinds] of [undefined, ['record'] as const].entries()) {
        const sent = await sentCandidates(memory, 'car of the doctor last week', { kinds })
        const settings = pageSettings
          .filter((_, index) => index % 2 === turn)
          .map((slid) => ({ kinds, ...slid }))
        const { page, search } = await bothRankings(memory, sent, settings)
        expect(page).toEqual(search)
      }
    },
  )

  it('does so after a reranker, with its scores', async () => {
    const rerank = async ({ texts }: { texts: readonly string[] }) =>
      texts.map((text) => (text.length % 97) / 97)
    const identity = { provider: 'test', model: 'lengths' }
    const memory = await openMemory({ reranker: { specificationVersion: 'v1', identity, rerank } })
    const sent = await sentCandidates(memory, 'car of the doctor')
    expect(sent.candidates[0]?.rerankScores).toHaveLength(20)
    const settings = [{}, { limit: 3 }, { perDocument: 1 }, { rerank: false }, { recency: 9 }]
    const { page, search } = await bothRankings(memory, sent, settings)
    expect(page).toEqual(search)
  })

  it.each([{ vectorWeight: 0 }, { textWeight: 0 }])(
    'uses both retrievers although the search had %j, whose report does not change',
    async (weights) => {
      const memory = await openMemory()
      const sent = await sentCandidates(memory, 'car of the doctor', weights)
      const { answer, found } = await memory.search('car of the doctor', weights)
      const untimed = { timings: null, explanation: null }
      expect({ ...sent.report.answer, ...untimed }).toEqual({ ...answer, ...untimed })
      expect(sent.report.found).toEqual(found)
      const { page, search } = await bothRankings(memory, sent, pageSettings)
      expect(page).toEqual(search)
    },
  )

  it('does not use a retriever that was off', async () => {
    const memory = await openMemory({ models: [] })
    const sent = await sentCandidates(memory, 'car of the doctor')
    expect(sent.candidates[0]?.retrievals.map(({ state }) => state)).toEqual(['ok', 'off'])
    const { page, search } = await bothRankings(memory, sent, pageSettings)
    expect(page).toEqual(search)
  })

  it('reports why each other candidate is omitted', async () => {
    const memory = await openMemory()
    const sent = await sentCandidates(memory, 'car of the doctor')
    const kindsOf = async (options: object) => {
      const { results, omitted } = await rankCandidates(sent.candidates, options)
      const all = [...results, ...omitted]
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      return new Set(omitted.map(({ omission }) => omission?.kind))
    }
    expect(await kindsOf({ limit: 30 })).toEqual(new Set(['merged', 'held', 'limit']))
    expect(await kindsOf({ limit: 5, threshold: 0.99 })).toContain('abstained')
    expect(await kindsOf({ limit: 100, thresholdOn: 'fused', threshold: 1 })).toContain('threshold')
    const withoutFirst = sent.candidates.map((kind) => ({ ...kind, items: kind.items.slice(1) }))
    const { omitted } = await rankCandidates(withoutFirst)
    expect(omitted.map(({ omission }) => omission?.kind)).toContain('damaged')
  })
})
