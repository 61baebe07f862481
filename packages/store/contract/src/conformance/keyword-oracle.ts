import assert from 'node:assert/strict'
import type { ChunkWords } from '../document.js'
import type { SearchCondition } from '../filter/search-filter.js'
import { createPathMatcher } from '../filter/path-matcher.js'
import type { KeywordHit, KeywordRequest, Store } from '../store.js'
import type { Check } from './check.js'
import { naiveMatches } from './naive-match.js'
import { naiveScores } from './naive-scores.js'
import { anyChunkWords, anyFilter, anyQuery, anyTerms } from './random-questions.js'
import { createRandom, type Random } from './random.js'
import { sampleChunk, sampleDocument } from './samples.js'

interface KnownDocument {
  readonly root: string
  readonly path: string
  readonly chunks: Readonly<Record<string, ChunkWords>>
}

/** What a store is to hold, by address. */
type Known = Map<string, KnownDocument>

const roots = ['one', 'two']

async function putAny(store: Store, known: Known, random: Random): Promise<void> {
  const root = random.pick(['one', 'two'])
  const path = `${random.below(12)}.md`
  const ids = random.list(8, () => random.below(8)).map((number) => `${root}-${path}-${number}`)
  const chunks = Object.fromEntries([...new Set(ids)].map((id) => [id, anyChunkWords(random)]))
  await store.replaceDocument(
    sampleDocument(path, { root }),
    Object.entries(chunks).map(([id, words]) => sampleChunk(id, 'text', { words })),
  )
  known.set(`${root}:${path}`, { root, path, chunks })
}

async function removeAny(store: Store, known: Known, random: Random): Promise<void> {
  const document = [...known.values()][random.below(known.size)]
  if (!document) return
  await store.removeDocuments([document])
  known.delete(`${document.root}:${document.path}`)
}

async function changeMany(store: Store, known: Known, random: Random): Promise<void> {
  for (let change = 0; change < 25; change += 1) {
    if (random.below(4) === 0) await removeAny(store, known, random)
    else await putAny(store, known, random)
  }
  if (random.below(3) === 0) await store.optimise()
}

function holds(condition: SearchCondition, document: KnownDocument, words: ChunkWords): boolean {
  switch (condition.kind) {
    case 'root':
      return condition.names.includes(document.root)
    case 'path':
      return createPathMatcher(condition.globs)(document.path)
    case 'words':
      return naiveMatches(condition.query, words)
    default:
      throw new TypeError(`No question has a condition of the kind ${condition.kind}.`)
  }
}

function compareHits(a: KeywordHit, b: KeywordHit): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}

/** Every match with its scores, best first, found by looking at every chunk. */
function scan(known: Known, { query, terms, filter = [] }: KeywordRequest): KeywordHit[] {
  const documents = [...known.values()]
  const scores = naiveScores(Object.assign({}, ...documents.map(({ chunks }) => chunks)), terms)
  const hits = documents.flatMap((document) =>
    Object.entries(document.chunks).flatMap(([id, words]): KeywordHit[] => {
      const passes = filter.every((one) => holds(one, document, words) !== (one.isNegated ?? false))
      const { bm25 = 0, matched = 0 } = scores.get(id) ?? {}
      return passes && naiveMatches(query, words) ? [{ id, score: bm25, matched }] : []
    }),
  )
  return hits.toSorted(compareHits)
}

function idsOf(hits: readonly KeywordHit[]): string[] {
  return hits.map(({ id }) => id)
}

function isNear(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) < 1e-9
}

function areHits(actual: readonly KeywordHit[], expected: readonly KeywordHit[], asked: string): void {
  assert.deepEqual(idsOf(actual).toSorted(), idsOf(expected).toSorted(), asked)
  assert.deepEqual(idsOf(actual), idsOf(actual.toSorted(compareHits)), `order, ${asked}`)
  const wanted = new Map(expected.map((hit) => [hit.id, hit]))
  for (const hit of actual) {
    const { score, matched } = wanted.get(hit.id) ?? hit
    const what = `${JSON.stringify({ hit, score, matched })}, ${asked}`
    assert.ok(isNear(hit.score, score) && isNear(hit.matched, matched), what)
  }
}

/** Keyword search against a scan of everything. */
export const keywordOracleCases: readonly Check[] = [1, 2, 3].map((seed) => ({
  name: `what a scan of all chunks finds and scores, a search does, whatever was written and asked (${seed})`,
  async check(store) {
    const random = createRandom(seed)
    const known: Known = new Map()
    for (const name of roots) await store.addRoot({ name, path: `/home/${name}` })
    let found = 0
    for (let round = 0; round < 6; round += 1) {
      await changeMany(store, known, random)
      for (let question = 0; question < 60; question += 1) {
        const filter = anyFilter(random, roots)
        const request = { query: anyQuery(random), terms: anyTerms(random), limit: 1000, filter }
        const hits = await store.searchKeyword(request)
        areHits(hits, scan(known, request), JSON.stringify(request))
        found += hits.length
      }
    }
    assert.ok(found > 1000, `${found} hits in all`)
  },
}))
