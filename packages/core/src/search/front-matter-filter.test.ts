import { matches, parseFilter } from '@recallite/store/filter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { indexedMemory, testMemory } from '../__fixtures__/test-memory.js'
import type { SearchOptions } from './search-options.js'

const notes = {
  'done.md': `---
status: done
priority: 3
draft: false
tags: [ops, Security]
date: 2026-02-11
reviewed:
empty: []
robot:
  type: UR5
  joints: 6
  tools:
    - gripper
    - camera
site.name: lab
year: 2026
---
The sea.`,
  'open.md': `---
status: open
priority: "12"
draft: true
tags: ops
date: 2026-03
robot: { type: Panda }
---
The sea.`,
  'upper.md':
    '---\nStatus: Done\npriority: 2.5\ntags:\n  - café\n  - 7\ndate: 2025-12-31T23:59:00Z\n---\nThe sea.',
  'plain.md': '# No front matter\n\nThe sea.',
  'page.txt': '---\nstatus: done\n---\nThe sea.',
}

async function memoryOfNotes(more: { readonly cachedAnswers?: number } = {}) {
  const { memory, store } = await indexedMemory(notes, {
    openModel: async () => createConceptModel().model,
    ...more,
  })
  const find = async (options: SearchOptions, query = 'sea') => {
    const { answer } = await memory.search(query, { threshold: 0, limit: 100, ...options })
    return [...new Set(answer.results.map(({ path }) => path.replace(/\.\w+$/u, '')))].toSorted()
  }
  return { memory, store, find }
}

describe('C11: a filter over front matter', () => {
  it('matches the same documents as in memory, for any filter', async () => {
    const { store, find } = await memoryOfNotes()
    const [root] = await store.listRoots()
    const documents = await store.listDocuments(root?.name ?? '')
    const inMemory = (filter: object) =>
      documents
        .filter(({ metadata }) => matches(parseFilter(filter), metadata))
        .map(({ path }) => path.replace(/\.\w+$/u, ''))
        .toSorted()
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(randomFilter, fc.constantFrom(...weights), async (filter, weight) => {
        const names = await find({ filter, ...weight })
        expect(names).toEqual(inMemory(filter))
        expect(await find({ where: [` ${JSON.stringify(filter)}`], ...weight })).toEqual(names)
        seen.add(names.join())
      }),
      { numRuns: 150 },
    )
    // The filters do not only match all or none.
    expect(seen.size).toBeGreaterThan(6)
  })

  it('is combined with other conditions by AND', async () => {
    const { find } = await memoryOfNotes()
    const tagged = '{"tags":"ops"}'
    expect(await find({ where: [tagged, '{"draft":true}'] })).toEqual(['open'])
    expect(await find({ where: [tagged], filter: { draft: false } })).toEqual(['done'])
    expect(await find({ where: [tagged, 'status=open', 'status=done'], since: '2026-03' })).toEqual(['open'])
    expect(await find({ filter: { tags: 'ops' }, paths: ['open'] })).toEqual(['open'])
    expect(await find({ where: ['ROBOT.type=ur5'] })).toEqual(['done'])
    // Fields of the query filter too; JSON in it counts as words.
    expect(await find({ filter: { tags: 'ops' } }, 'sea where:priority>5')).toEqual(['open'])
    expect(await find({ filter: { tags: 'ops' } }, 'sea where:{"draft":true}')).toEqual(['done', 'open'])
  })

  it.each<[what: string, options: SearchOptions, code: string, message: RegExp]>([
    [
      'a long text',
      { where: [`{"a":"${'x'.repeat(500)}`] },
      'OPTION_INVALID',
      /^The filter .{81} is not JSON/,
    ],
    [
      'too much together',
      { where: Array<string>(90).fill('{"a":1,"b":2}') },
      'FILTER_TOO_LARGE',
      /at most 100 conditions/,
    ],
  ])('is rejected if it is %s', async (_, options, code, message) => {
    const { memory } = await testMemory()
    await expect(memory.search('sea', options)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('is the reason of `why` for an excluded note', async () => {
    const { memory } = await memoryOfNotes()
    const why = await memory.why('sea', 'open.md', { filter: { status: 'done' } })
    expect([why.isShown, why.verdict]).toEqual([false, expect.stringContaining('filters')])
    expect(why.advice).toContain('--where')
  })

  it('does not share a cached answer between a text and a number', async () => {
    const { find } = await memoryOfNotes({ cachedAnswers: 10 })
    expect(await find({ filter: { priority: '3' } })).toEqual([])
    expect(await find({ filter: { priority: 3 } })).toEqual(['done'])
  })
})

const weights = [{ vectorWeight: 0 }, { textWeight: 0 }]
const paths =
  'status Status priority draft tags tags.0 date reviewed empty year robot robot.type robot.joints robot.tools robot.tools.1 site\\.name gone'
const path = fc.constantFrom(...paths.split(' '))
const texts = ['', ...'12 done Done open ops UR5 camera lab 2026 2026-02-11 2026-03 café'.split(' ')]
const value = fc.constantFrom<unknown>(null, true, false, 3, 2.5, 12, 6, 7, 2026, ...texts)
const order = value.filter((each) => typeof each === 'number' || typeof each === 'string')
const test = fc.oneof(
  value,
  fc.record({ $ne: value }),
  fc.record({ $in: fc.array(value, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(value, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.constantFrom('$lt', '$lte', '$gt', '$gte').chain((name) => order.map((each) => ({ [name]: each }))),
)
const oneOrTwo = fc.dictionary(path, test, { minKeys: 1, maxKeys: 2 })
const randomFilter: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  oneOrTwo,
  fc.array(oneOrTwo, { minLength: 1, maxLength: 2 }).map(($or) => ({ $or })),
  oneOrTwo.map(($not) => ({ $not })),
)
