import { expect, it, vi } from 'vitest'
import { createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../../__fixtures__/test-memory.js'
import type { Estimate } from './fill-space.js'

/** What is said of a number of notes that take this many milliseconds each, and the texts that were embedded by then and in all. */
async function estimate(notes: number, { each = 100, host = null as string | null } = {}) {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const { model, embedded } = createConceptModel({
    onRequest(texts) {
      clock += each * texts.length
    },
  })
  const { memory } = await testMemory({ models: [testBackend(async () => model, { host })] })
  const said: (Estimate & { readonly embedded: number })[] = []
  const onEstimate = (made: Estimate) => void said.push({ ...made, embedded: embedded.length })
  const contents = Array.from({ length: notes }, (_, n) => [`note-${n}.md`, `Note ${n + 1000} of the car.`])
  const report = memory.index([notesFolder(Object.fromEntries(contents) as Record<string, string>)], {
    onEstimate,
  })
  const { embedded: kept } = await report.finally(() => void vi.restoreAllMocks())
  return { said, embedded, kept }
}

it('is announced once, from texts whose vectors are stored', async () => {
  const { said, embedded, kept } = await estimate(200)
  const [made] = said
  expect(said).toEqual([expect.objectContaining({ texts: 200, embedded: 14 })])
  // 14 texts took 1.4 s; the other 186 take 100 ms each.
  expect(made?.seconds).toBeCloseTo(18.6, 5)
  expect((made?.tokensPerSecond ?? 0) * 20).toBeCloseTo(made?.tokens ?? 0, 5)
  expect([embedded.length, new Set(embedded).size, kept]).toEqual([200, 200, 200])
})

it.each<[string, Parameters<typeof estimate>]>([
  ['a few texts', [99]],
  ['what is done soon', [200, { each: 10 }]],
  ['texts that are sent elsewhere', [200, { host: 'example.com' }]],
])('is not said of %s', async (_, given) => {
  const { said, kept } = await estimate(...given)
  expect([said, kept]).toEqual([[], given[0]])
})
