import assert from 'node:assert/strict'
import type { ChunkWords, IndexWord } from '../document.js'
import { createPathMatcher } from '../filter/path-matcher.js'
import type { SearchCondition, SearchFilter } from '../filter/search-filter.js'
import type { KeywordQuery } from '../query.js'
import type { Store } from '../store.js'
import { put, sampleDocument, type Cases } from './samples.js'

/** Chunks against what a scan of all chunks finds and counts by the definitions of the contract. */
export const wordOracleCases: Cases = Object.fromEntries(
  [1, 2, 3].map((seed) => [
    `words find and count what a scan of all chunks does, whatever was written and asked (${seed})`,
    (store: Store) => compareWithScan(store, createRandom(seed)),
  ]),
)

interface KnownDocument {
  readonly root: string
  readonly path: string
  readonly chunks: Readonly<Record<string, ChunkWords>>
}

/** What a store is to hold, by address. */
type Known = Map<string, KnownDocument>

async function compareWithScan(store: Store, random: Random): Promise<void> {
  const known: Known = new Map()
  for (const name of roots) await store.addRoot({ name, path: `/home/${name}` })
  let found = 0
  for (let round = 0; round < 6; round += 1) {
    for (let change = 0; change < 25; change += 1) await changeAny(store, known, random)
    if (random.below(3) === 0) await store.optimise()
    for (let question = 0; question < 40; question += 1) found += await compareFound(store, known, random)
    await compareCounts(store, known, random)
  }
  assert.ok(found > 1000, `${found} chunks were found in all`)
}

async function changeAny(store: Store, known: Known, random: Random): Promise<void> {
  const old = [...known.values()][random.below(4 * known.size)]
  if (old) {
    await store.removeDocuments([old])
    known.delete(`${old.root}:${old.path}`)
    return
  }
  const root = random.pick(roots)
  const path = `${random.below(12)}.md`
  const ids = new Set(random.list(8, () => `${root}-${path}-${random.below(8)}`))
  const chunks = Object.fromEntries([...ids].map((id) => [id, anyWords(random)]))
  const samples = Object.entries(chunks).map(([id, words]) => [id, { words }])
  await put(store, sampleDocument(path, { root }), Object.fromEntries(samples))
  known.set(`${root}:${path}`, { root, path, chunks })
}

async function compareFound(store: Store, known: Known, random: Random): Promise<number> {
  const request = { query: anyQuery(random, 3), filter: anyFilter(random), limit: 1000 }
  const found = await store.findByWords(request)
  const expected = [...known.values()].flatMap((document) =>
    Object.entries(document.chunks).flatMap(([id, words]) => {
      const passes = request.filter.every((one) => holds(one, document, words) !== (one.isNegated ?? false))
      return passes && isFound(request.query, words) ? [id] : []
    }),
  )
  assert.deepEqual(found.toSorted(), expected.toSorted(), JSON.stringify(request))
  return found.length
}

async function compareCounts(store: Store, known: Known, random: Random): Promise<void> {
  const all = [...known.values()].flatMap(({ chunks }) => Object.values(chunks))
  const queries = Array.from({ length: 20 }, () => anyQuery(random, 2))
  const prefixes = ['', 'l', 'light', 're', '漢', 'zz']
  const held = new Set(
    all.flatMap(({ text, parts, place }) => [...text, ...parts, ...place]).map(({ stem }) => stem),
  )
  const { meanLength, ...counts } = await store.readCounts({ queries, prefixes })
  assert.deepEqual(counts, {
    chunks: all.length,
    counts: queries.map((query) => all.filter((words) => isFound(query, words)).length),
    expansions: prefixes.map((prefix) => [...held].filter((stem) => beginsWith(stem, prefix)).toSorted()),
  })
  const length = all.reduce((sum, { text }) => sum + text.length, 0)
  assert.ok(Math.abs(meanLength * all.length - length) < 1e-6, `the mean length is ${meanLength}`)
}

function holds(condition: SearchCondition, document: KnownDocument, words: ChunkWords): boolean {
  if (condition.kind === 'root') return condition.names.includes(document.root)
  if (condition.kind === 'path') return createPathMatcher(condition.globs)(document.path)
  return condition.kind === 'words' && isFound(condition.query, words)
}

function beginsWith(stem: string, prefix: string): boolean {
  return prefix !== '' && stem.startsWith(prefix)
}

/** Whether a query finds a chunk, straight from the definition of the contract. */
function isFound(query: KeywordQuery, words: ChunkWords): boolean {
  const { text, parts, place } = words
  const stems = [...text, ...parts, ...place].map(({ stem }) => stem)
  switch (query.kind) {
    case 'word':
      return stems.includes(query.stem)
    case 'prefix':
      return stems.some((stem) => beginsWith(stem, query.prefix))
    case 'phrase':
      return standsIn(text, query.stems) || standsIn(parts, query.stems)
    case 'place':
      return standsIn(place, query.stems)
    case 'any':
      return query.parts.some((part) => isFound(part, words))
    case 'all':
      return query.parts.length > 0 && query.parts.every((part) => isFound(part, words))
    case 'without':
      return isFound(query.include, words) && !isFound(query.exclude, words)
  }
}

function standsIn(words: readonly IndexWord[], stems: readonly string[]): boolean {
  const standsAt = (start: number) => stems.every((stem, index) => words[start + index]?.stem === stem)
  return stems.length > 0 && words.some((_, start) => standsAt(start))
}

/** Values that look random and are the same each time. */
interface Random {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  pick<Value>(values: readonly [Value, ...Value[]]): Value
  /** Up to so many values. */
  list<Value>(longest: number, value: () => Value): Value[]
}

/** Mulberry32 by Tommy Ettinger. */
function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (values) => values[below(values.length)] ?? values[0],
    list: (longest, value) => Array.from({ length: below(longest + 1) }, value),
  }
}

const roots = ['one', 'two'] as const

/** The earlier a stem stands here, the more often it is drawn; some are the beginning of others. */
const stems = [
  'light',
  'red',
  'lighthous',
  'night',
  '漢',
  '字',
  'harbor',
  'redd',
  'quay',
  'n1',
  'watch',
  'rare',
] as const

function anyStem(random: Random): string {
  return stems[Math.min(random.below(stems.length), random.below(stems.length))] ?? stems[0]
}

function anyWords(random: Random): ChunkWords {
  const anyWord = () => {
    const stem = anyStem(random)
    return { stem, form: stem + random.pick(['', '', 's', 'ing']) }
  }
  return { text: random.list(14, anyWord), parts: random.list(3, anyWord), place: random.list(4, anyWord) }
}

/** A query of up to so many levels. */
function anyQuery(random: Random, levels: number): KeywordQuery {
  const few = () => random.list(3, () => anyStem(random))
  const below = () => anyQuery(random, levels - 1)
  const leaf = () =>
    random.pick<() => KeywordQuery>([
      () => ({ kind: 'word', stem: anyStem(random) }),
      () => ({ kind: 'word', stem: anyStem(random) }),
      () => ({ kind: 'phrase', stems: few() }),
      () => ({ kind: 'place', stems: few() }),
      () => ({ kind: 'prefix', prefix: anyStem(random).slice(0, 1 + random.below(4)) }),
    ])()
  if (levels === 1) return leaf()
  return random.pick<() => KeywordQuery>([
    leaf,
    () => ({ kind: 'any', parts: random.list(5, below) }),
    () => ({ kind: 'any', parts: random.list(5, below) }),
    () => ({ kind: 'all', parts: random.list(3, below) }),
    () => ({ kind: 'without', include: below(), exclude: below() }),
  ])()
}

/** A filter of up to two conditions. */
function anyFilter(random: Random): SearchFilter {
  return random.list(2, () => ({
    ...random.pick<() => SearchCondition>([
      () => ({ kind: 'root', names: random.list(2, () => random.pick(roots)) }),
      () => ({ kind: 'path', globs: [random.pick(['*', '1*.md', '**/2.md', '?.md'])] }),
      () => ({ kind: 'words', query: anyQuery(random, 2) }),
    ])(),
    isNegated: random.below(3) === 0,
  }))
}
