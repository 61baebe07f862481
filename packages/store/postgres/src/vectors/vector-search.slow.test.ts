import { describe, expect, it } from 'vitest'
import { allOf, type NewChunk, type SearchFilter, type Store } from '@recallite/store'
import { casesOf } from '@recallite/test-kit'
import { createRandom } from '@recallite/test-kit/random'
import { startPglite } from '../__fixtures__/pglite-server.js'
import { sampleChunk, sampleDocument } from '../__fixtures__/samples.js'
import { openNew, run, serverOfGroup } from '../__fixtures__/test-servers.js'
import { openPostgresStore } from '../open-store.js'

const space = { provider: 'sample', model: 'random', dimensions: 24, promptStyle: 'none' }
const documents = 60
const chunksEach = 20

const random = createRandom(7).next
const anyVector = () => Float32Array.from({ length: space.dimensions }, () => random() * 2 - 1)

/** Every third chunk has two pieces. */
function chunkOf(number: number): NewChunk {
  const text = `text ${number} with pieces`
  const pieces = number % 3 === 0 ? [1, 2].map((from) => ({ prefix: `${number}.${from} `, from, to: 9 })) : []
  return sampleChunk(`c${number}`, text, { inputs: [{ prefix: '', from: 0, to: text.length }, ...pieces] })
}

async function fill(store: Store, first = 0): Promise<void> {
  await store.putRoot({ name: 'notes', path: '/notes' })
  const put = Array.from({ length: documents }, (_, index) => ({
    document: sampleDocument(`${index}.md`, { half: index % 2, one: index === 7 }),
    chunks: Array.from({ length: chunksEach }, (__, number) => chunkOf(first + index * chunksEach + number)),
  }))
  await store.writeDocuments({ put })
  await store.putSpace(space)
  const pending = await store.pendingTexts(space, { limit: 10_000 })
  await store.putVectors(
    space,
    pending.map(({ key }) => ({ key, vector: anyVector() })),
  )
}

const inRoot = { kind: 'root', names: ['notes'] } as const

const where = (key: string, value: string): SearchFilter => ({
  kind: 'field',
  keys: [key],
  test: { operator: '=', values: [value] },
})

describe('the index of a space', () => {
  const server = serverOfGroup(startPglite)

  it('returns what an exact search of files or of records does, with and without filters', async () => {
    const indexed = await openNew(server, { schema: 'indexed', indexFrom: 100 })
    await fill(indexed)
    await fill(indexed.ofRecords(), documents * chunksEach)
    const indexes = await run(server.url, `SELECT 1 FROM pg_indexes WHERE indexname = 'vector_of_space_1'`)
    expect(indexes).toHaveLength(1)
    const exact = await openPostgresStore({ url: server.url, schema: 'indexed', indexFrom: 1_000_000 })
    let [same, total] = [0, 0]
    const pairs = [[indexed, exact] as const, [indexed.ofRecords(), exact.ofRecords()] as const]
    for (let question = 0; question < casesOf(40, 12); question += 1) {
      const [approximate, precise] = pairs[question % 2] ?? [indexed, exact]
      const vector = anyVector()
      for (const filter of [undefined, where('half', '1'), where('one', 'true')]) {
        const request = { space, vector, limit: 10, filter }
        // With a filter that all chunks pass, the other store searches exactly.
        const expected = await precise.findByVector({ ...request, filter: allOf(filter, inRoot) })
        const found = await approximate.findByVector(request)
        expect(found).toHaveLength(10)
        const ids = new Set(expected.map(({ id }) => id))
        same += found.filter(({ id }) => ids.has(id)).length
        total += expected.length
        const scores = await approximate.scoreByVector({ space, vector, ids: found.map(({ id }) => id) })
        for (const { id, score } of found) expect(scores.get(id)?.score).toBe(score)
      }
    }
    expect(same / total).toBeGreaterThan(0.98)
    await exact.close()
    await indexed.maintenance.dropSpace(space)
    expect(await run(server.url, `SELECT 1 FROM pg_indexes WHERE indexname = 'vector_of_space_1'`)).toEqual(
      [],
    )
    await indexed.close()
  })
})
