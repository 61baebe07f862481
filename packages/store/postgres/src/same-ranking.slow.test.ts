import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neededCounts } from '@recallite/keyword/ranking'
import type { IndexWord, NewChunk, Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { casesOf } from '@recallite/test-kit'
import type { QueryTree, RankedTerm } from '@recallite/store/query'
import { startPglite } from './__fixtures__/pglite-server.js'
import { putDocument, sampleChunk } from './__fixtures__/samples.js'
import { openNew, serverOfGroup } from './__fixtures__/test-servers.js'

const stems = ['a', 'b', 'c', 'd', 'e', 'f', 'ab', 'rare', 'abc']

/** Earlier stems are drawn more often. */
const word: fc.Arbitrary<IndexWord> = fc
  .tuple(fc.nat(stems.length - 1), fc.nat(stems.length - 1), fc.constantFrom('', 's'))
  .map(([one, other, end]) => {
    const stem = stems[Math.min(one, other)] ?? 'a'
    return { stem, form: stem + end }
  })

const words = fc.record({
  text: fc.array(word, { maxLength: 40 }),
  parts: fc.array(word, { maxLength: 3 }),
  place: fc.array(word, { maxLength: 3 }),
})

const stem = fc.constantFrom(...stems)
const feature: fc.Arbitrary<RankedTerm['feature']> = fc.oneof(
  stem.map((one) => ({ kind: 'word', stem: one }) as const),
  fc.tuple(stem, stem).map((pair) => ({ kind: 'pair', stems: pair }) as const),
  fc.array(stem, { minLength: 1, maxLength: 3 }).map((all) => ({ kind: 'phrase', stems: all }) as const),
  fc.array(stem, { minLength: 1, maxLength: 2 }).map((all) => ({ kind: 'place', stems: all }) as const),
  stem.map((one) => ({ kind: 'form', form: `${one}s`, stems: [one] }) as const),
  fc.constantFrom('a', 'ab', 'r').map((prefix) => ({ kind: 'prefix', prefix }) as const),
)

const terms = fc.array(
  fc.record({ feature, weight: fc.constantFrom(0.3, 1, 2), isContentTerm: fc.boolean() }),
  { minLength: 1, maxLength: 5 },
)

const leaf: fc.Arbitrary<QueryTree> = fc.oneof(
  stem.map((one) => ({ kind: 'word', stem: one }) as const),
  fc.tuple(stem, stem).map((both) => ({ kind: 'phrase', stems: both }) as const),
)
const query: fc.Arbitrary<QueryTree> = fc.oneof(
  fc.array(leaf, { minLength: 1, maxLength: 4 }).map((parts) => ({ kind: 'any', parts }) as const),
  fc.array(leaf, { minLength: 1, maxLength: 2 }).map((parts) => ({ kind: 'all', parts }) as const),
)

async function fill(store: Store, lists: readonly NewChunk['words'][]): Promise<void> {
  await store.putRoot({ name: 'notes', path: '/notes' })
  await putDocument(
    store,
    'a.md',
    lists.map((list, number) => sampleChunk(`c${1000 + number}`, 'text', { words: list })),
  )
}

describe('keyword search in PostgreSQL', () => {
  const server = serverOfGroup(startPglite)

  it('ranks random chunks for random queries exactly as SQLite does', async () => {
    const [postgres, sqlite] = [await openNew(server), await openSqliteStore({ path: ':memory:' })]
    const samples = fc.array(words, { minLength: 1, maxLength: 150 })
    const asked = fc.array(fc.tuple(query, terms, fc.constantFrom(1, 5, 20)), { minLength: 5, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(samples, asked, async (lists, questions) => {
        for (const store of [postgres, sqlite]) await fill(store, lists)
        for (const [one, ranked, limit] of questions) {
          const answers = []
          for (const store of [postgres, sqlite]) {
            const counts = await store.readCounts(neededCounts(ranked))
            const { ids, unscored } = await store.findByWords({
              query: one,
              limit,
              ranking: { terms: ranked, counts },
            })
            answers.push({ counts, ids, unscored })
          }
          expect(answers[0]).toEqual(answers[1])
        }
      }),
      { numRuns: casesOf(25, 8) },
    )
    await Promise.all([postgres.close(), sqlite.close()])
  })
})
