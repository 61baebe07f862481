import type { ChunkTerms, CollectionCounts, Store, WordRequest } from '@recallite/store'
import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { percentile } from '../statistics.ts'
import { embeddedNotes, perFile, sizeIn, writeChunks, writeVectorQuestions } from '../stores.ts'
import { hashOf } from '../vectors.ts'
import type { Workspace } from '../workspace.ts'

const dimensions = 384
const limit = 50

/** Documents divided among stores, which find what one index finds. */
export const shards: Benchmark = {
  name: 'shards',
  what: 'a question to several stores that have the documents of one, answered by all at once',
  isByName: true,
  isWarm: true,
  figures: [
    { name: 'chunks in the largest', unit: 'count' },
    { name: 'question, p50', unit: 'time' },
    { name: 'question, p95', unit: 'time' },
    { name: 'work of all for a question', unit: 'time' },
    { name: 'same by vector', unit: 'share' },
  ],
  sizeOf: sizeIn('chunks'),
  async prepare(workspace, { shards: counts }) {
    const content = embeddedNotes(perFile * workspace.files, dimensions)
    const asked = await writeVectorQuestions(content)
    const one = await writeShards(workspace, content, 1)
    const expected = (await askShards(one, asked)).answers
    const measure = async (several: Shards) => {
      const { answers, times, work } = await askShards(several, asked)
      const sameOf = (by: 'byWords' | 'byVector') =>
        answers.filter((answer, index) => answer[by] === expected[index]?.[by]).length / asked.length
      assertResult(sameOf('byWords') === 1, 'Shards find other chunks by words than one index.')
      return {
        'chunks in the largest': several.largest,
        'question, p50': percentile(times, 0.5),
        'question, p95': percentile(times, 0.95),
        'work of all for a question': sum(work) / work.length,
        'same by vector': sameOf('byVector'),
      }
    }
    const sides: Awaited<ReturnType<Benchmark['prepare']>> = { 'one store': () => measure(one) }
    for (const count of counts) {
      const several = await writeShards(workspace, content, count)
      sides[`${count} shards`] = () => measure(several)
    }
    return sides
  },
}

interface Shards {
  readonly stores: readonly Store[]
  readonly space: ReturnType<typeof embeddedNotes>['embedded']['space']
  /** Chunks of the largest. */
  readonly largest: number
}

type Question = Awaited<ReturnType<typeof writeVectorQuestions>>[number]

/** Divides documents by a hash. */
async function writeShards(
  workspace: Workspace,
  { notes, embedded }: ReturnType<typeof embeddedNotes>,
  count: number,
): Promise<Shards> {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const stores: Store[] = []
  while (stores.length < count) stores.push(await openSqliteStore({ path: workspace.freshPath() }))
  for (const [number, shard] of stores.entries()) {
    const isWanted = (document: number) => hashOf(`notes:${document}`) % count === number
    await writeChunks(shard, notes, { embedded, isWanted })
  }
  const counts = await Promise.all(stores.map((each) => each.readCounts({})))
  return { stores, space: embedded.space, largest: Math.max(...counts.map(({ chunks }) => chunks)) }
}

/**
 * Shards are asked in turn; the time of a round is that of the slowest, as if each were a machine of its own, without a network.
 */
async function askShards(several: Shards, asked: readonly Question[]) {
  const rounds: number[][] = []
  const askAll = async <Answer>(put: (shard: Store) => Promise<Answer>) => {
    const [answers, times] = [[] as Answer[], [] as number[]]
    for (const shard of several.stores) {
      const started = performance.now()
      answers.push(await put(shard))
      times.push(performance.now() - started)
    }
    rounds.push(times)
    return answers
  }
  // The first questions read what later ones find in memory.
  for (const question of asked) await ask(askAll, question, several)
  const [answers, times, work] = [
    [] as { byWords: string; byVector: string }[],
    [] as number[],
    [] as number[],
  ]
  for (const question of asked) {
    rounds.length = 0
    const started = performance.now()
    answers.push(await ask(askAll, question, several))
    const all = sum(rounds.flat())
    times.push(performance.now() - started - all + sum(rounds.map((round) => Math.max(...round))))
    work.push(all)
  }
  return { answers, times, work }
}

type AskAll = <Answer>(put: (shard: Store) => Promise<Answer>) => Promise<Answer[]>

/**
 * Both retrievers as a search asks them; their ids. Every shard is asked with the counts of all, so that scores are those of one
 * index, and the answers are merged by score.
 */
async function ask(askAll: AskAll, { text, vector }: Question, { space }: Shards) {
  const { parseQuery } = await import('@recallite/analysis')
  const { wantedCounts } = await import('@recallite/keyword-ranking')
  const { languages } = addCounts(await askAll((shard) => shard.readCounts({})))
  const { tree, scoring: terms } = parseQuery(text, { languages })
  const counts = addCounts(await askAll((shard) => shard.readCounts(wantedCounts(terms))))
  const query = tree ?? { kind: 'any' as const, parts: [] }
  const byWords = await bestByWords(askAll, { query, limit, ranking: { terms, counts } })
  const found = await askAll((shard) => shard.findByVector({ space, vector, limit }))
  return { byWords, byVector: bestIds(found.flat()) }
}

/**
 * The counts of all shards as those of one collection. A chunk is in one shard, so that counts of chunks add up; lengths are whole
 * numbers, so that rounding their sums gives the mean exactly as one index computes it. Questions have no prefixes to expand.
 */
function addCounts(all: readonly CollectionCounts[]): CollectionCounts {
  const chunks = sum(all.map((each) => each.chunks))
  const words = sum(all.map((each) => Math.round(each.meanLength * each.chunks)))
  const added = (of: 'counts' | 'formCounts') =>
    (all[0]?.[of] ?? []).map((_, index) => sum(all.map((each) => each[of][index] ?? 0)))
  return {
    chunks,
    meanLength: chunks === 0 ? 0 : words / chunks,
    languages: [...new Set(all.flatMap(({ languages }) => languages))].toSorted(),
    counts: added('counts'),
    formCounts: added('formCounts'),
    expansions: [],
  }
}

type RankedRequest = WordRequest & { readonly ranking: NonNullable<WordRequest['ranking']> }

async function bestByWords(askAll: AskAll, request: RankedRequest): Promise<string> {
  const { createKeywordScorer, decodeTermList } = await import('@recallite/keyword-ranking')
  const found = await askAll((shard) => shard.findByWords(request))
  const given: ChunkTerms[] = found.flatMap(({ termLists = [] }) => termLists)
  const known = new Set(given.map(({ id }) => id))
  const others = found.flatMap(({ ids }) => ids.filter((id) => !known.has(id)))
  if (others.length > 0) given.push(...(await askAll((shard) => shard.readTermLists(others))).flat())
  const { score } = createKeywordScorer(request.ranking.terms, request.ranking.counts)
  return bestIds(given.map(({ id, termList }) => ({ id, score: score(decodeTermList(termList)).bm25 })))
}

function bestIds(scored: readonly { id: string; score: number }[]): string {
  const best = scored.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  return `${best.slice(0, limit).map(({ id }) => id)}`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
