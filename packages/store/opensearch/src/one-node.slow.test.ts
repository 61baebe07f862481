import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createKeywordScorer, neededCounts } from '@recallite/keyword/ranking'
import { maintenanceOf, type Store } from '@recallite/store'
import type { RankedTerm } from '@recallite/store/query'
import { storeConformance } from '@recallite/store/conformance'
import { casesOf, linesOf, startClient, type ClientProcess } from '@recallite/test-kit'
import { findOpenSearch } from '@recallite/test-kit/opensearch-server'
import { createRandom } from '@recallite/test-kit/random'
import { documentOf, termListOf } from './__fixtures__/fault-documents.ts'
import { casesOfChange, clusterOfGroup, openNew } from './__fixtures__/test-cluster.js'
import { openOpenSearchStore } from './open-store.js'

const missing = await findOpenSearch()
const tries = casesOf(200, 5)

describe.skipIf(missing !== undefined)(`one node${missing ?? ''}`, () => {
  const cluster = clusterOfGroup({ nodes: 1 })
  it.each(casesOfChange(storeConformance(() => openNew(cluster()))))(
    'meets the contract: $name',
    async ({ run }) => {
      expect(await run()).toBeUndefined()
    },
  )

  it('finds the chunks with the highest scores of all chunks', async () => {
    const store = await openNew(cluster())
    await store.putRoot({ name: 'notes', path: '/notes' })
    const documents = Array.from({ length: 20 }, (_, number) => documentOf(`d${number}`, 'v'))
    await store.writeDocuments({ put: documents })
    const chunks = documents.flatMap((document) => document.chunks)
    const lists = new Map(chunks.map(({ id, text }) => [id, termListOf(text)]))
    const random = createRandom('questions')
    const limit = 10
    for (let question = 0; question < 200; question += 1) {
      const stems = random.some(4, () => random.pick(['harbour', `word${random.below(50)}`]))
      const terms = stems.map((stem): RankedTerm => {
        return { feature: { kind: 'word', stem }, weight: random.pick([0.3, 1, 2]), isContentTerm: true }
      })
      const pair: RankedTerm = { feature: { kind: 'phrase', stems }, weight: 1, isContentTerm: false }
      const counts = await store.readCounts(neededCounts([...terms, pair]))
      const query = { kind: 'any', parts: stems.map((stem) => ({ kind: 'word', stem }) as const) } as const
      const found = await store.findByWords({ query, limit, ranking: { terms: [...terms, pair], counts } })
      const scorer = createKeywordScorer([...terms, pair], counts)
      const scores = new Map([...lists].map(([id, list]) => [id, scorer.score(list).bm25]))
      const best = [...scores.values()].filter((score) => score > 0).toSorted((a, b) => b - a)
      expect(found.ids.slice(0, limit).map((id) => scores.get(id))).toEqual(best.slice(0, limit))
    }
    await store.close()
  }, 60_000)

  it(
    `refuses ${tries} times the late writes of a stopped process whose lock was taken over`,
    { timeout: 60_000 + tries * 15_000 },
    async () => {
      const url = `${cluster().url}/?prefix=leased`
      const store = await openOpenSearchStore({ url, leaseTime: 1000 })
      const other = await openOpenSearchStore({ url, leaseTime: 1000 })
      await store.putRoot({ name: 'notes', path: '/notes' })
      const script = fileURLToPath(new URL('__fixtures__/hold-lock.js', import.meta.url))
      const holder = await startClient(script, () => [url])
      const codes: string[] = []
      const begin = performance.now()
      for (let number = 0; number < tries; number += 1) {
        await stopWhileWriting(holder, number)
        const lock = await maintenanceOf(store).lock({ wait: 20_000 })
        await store.writeDocuments({ put: [documentOf('contested', `b${number}`)] })
        const before = await contentsOf(store)
        holder.child.kill('SIGCONT')
        await expect.poll(() => linesOf([holder], 'released')).toContain(String(number))
        codes.push(...linesOf([holder], 'refused').slice(number))
        await expect(maintenanceOf(other).lock()).rejects.toMatchObject({ code: 'STORE_LOCKED' })
        // Makes everything visible that was written until now.
        await store.writeDocuments({ put: [documentOf('last', `b${number}`)] })
        await store.writeDocuments({ removed: [{ root: 'notes', path: 'last.md' }] })
        expect(await contentsOf(store)).toEqual(before)
        const removed = before.documents.map(({ path }) => ({ root: 'notes', path }))
        await store.writeDocuments({ removed })
        await lock.release()
      }
      process.stdout.write(
        `${JSON.stringify({ tries, refused: codes.length, seconds: Math.round((performance.now() - begin) / 1000) })}\n`,
      )
      expect(codes).toEqual(codes.map((_, number) => `${number} STORE_LOCKED`))
      expect(codes).toHaveLength(tries)
      await Promise.all([store.close(), other.close(), holder.kill()])
    },
  )
})

/** Lets the holder acquire the lock, and stops it at any point of its writes. */
async function stopWhileWriting(holder: ClientProcess, number: number): Promise<void> {
  holder.child.stdin?.write(`${number}\n`)
  await expect.poll(() => linesOf([holder], 'wrote')).toContain(String(number))
  await sleep(Math.random() * 150)
  holder.child.kill('SIGSTOP')
}

/** The documents, and the chunks that a search finds. */
async function contentsOf(store: Store) {
  const { ids } = await store.findByWords({ query: { kind: 'word', stem: 'harbour' }, limit: 10_000 })
  const { items, damaged } = await store.readItems(ids)
  const chunks = items.map(({ id, text }) => `${id} ${text}`).toSorted()
  return { documents: await store.listDocuments('notes'), chunks, damaged }
}
