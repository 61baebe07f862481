import { expect, it, vi } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../../__fixtures__/test-memory.js'
import type { Estimate } from './fill-space.js'

/** The estimates for notes that take `each` milliseconds to embed, and the number of texts embedded by then and in total. */
async function estimate(notes: number, { each = 100, host = null as string | null } = {}) {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const { model, embedded } = createConceptModel({
    onRequest(texts) {
      clock += each * texts.length
    },
  })
  const { memory } = await testMemory({ models: [testBackend(async () => model, { host })] })
  const estimates: (Estimate & { readonly embedded: number })[] = []
  const onEstimate = (made: Estimate) => void estimates.push({ ...made, embedded: embedded.length })
  const contents = Array.from({ length: notes }, (_, n) => [`note-${n}.md`, `Note ${n + 1000} of the car.`])
  const report = memory.index([notesFolder(Object.fromEntries(contents) as Record<string, string>)], {
    onEstimate,
  })
  const { embedded: stored } = await report.finally(() => void vi.restoreAllMocks())
  return { estimates, embedded, stored }
}

it('is announced once, from texts whose vectors are stored', async () => {
  const { estimates, embedded, stored } = await estimate(200)
  const [made] = estimates
  expect(estimates).toEqual([expect.objectContaining({ texts: 200, embedded: 14 })])
  // 14 texts took 1.4 s; the other 186 take 100 ms each.
  expect(made?.seconds).toBeCloseTo(18.6, 5)
  expect((made?.tokensPerSecond ?? 0) * 20).toBeCloseTo(made?.tokens ?? 0, 5)
  expect([embedded.length, new Set(embedded).size, stored]).toEqual([200, 200, 200])
})

it.each<[string, Parameters<typeof estimate>]>([
  ['a few texts', [99]],
  ['texts that take little time', [200, { each: 10 }]],
  ['texts that are sent to another machine', [200, { host: 'example.com' }]],
])('is not announced for %s', async (_, given) => {
  const { estimates, stored } = await estimate(...given)
  expect([estimates, stored]).toEqual([[], given[0]])
})
