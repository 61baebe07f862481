import { createKeywordScorer, decodeTermList } from '@recallite/keyword-ranking'
import { hashOf } from '../vectors.js'

/** @typedef {import('@recallite/store').Store} Store */
/** @typedef {Pick<Store, 'readCounts' | 'findByWords' | 'findByVector'>} Searched what both retrievers ask of a store */

/** What one shard answers to a prefix, and what all together do. */
const mostExpansions = 256

/** Whether a document is in a shard of so many: by a hash. @param {number} document @param {number} shard @param {number} count */
export function isInShard(document, shard, count) {
  return hashOf(`notes:${document}`) % count === shard
}

/**
 * One store whose documents are divided among several: a simulation of a search that asks many machines at once. Every shard is
 * asked with the counts of all, so that scores are those of one index, and the answers are merged by score. Shards are asked one
 * after the other.
 * @param {readonly Store[]} shards
 * @param {(milliseconds: readonly number[]) => void} [onAnswers] is told how long each shard took, whenever all were asked
 * @returns {Searched}
 */
export function createShardedStore(shards, onAnswers = () => undefined) {
  /** @template Answer @param {(shard: Store) => Promise<Answer>} ask */
  const askAll = async (ask) => {
    const [answers, times] = [/** @type {Answer[]} */ ([]), /** @type {number[]} */ ([])]
    for (const shard of shards) {
      const started = performance.now()
      answers.push(await ask(shard))
      times.push(performance.now() - started)
    }
    onAnswers(times)
    return answers
  }
  return {
    readCounts: async (request) => addCounts(await askAll((shard) => shard.readCounts(request))),
    async findByWords(request) {
      return bestByWords(request, await askAll((shard) => shard.findByWords(request)), (ids) =>
        askAll((shard) => shard.readTermLists(ids)),
      )
    },
    async findByVector(request) {
      const found = (await askAll((shard) => shard.findByVector(request))).flat()
      return found.toSorted(byScore).slice(0, request.limit)
    },
  }
}

/**
 * The counts of all shards as those of one collection. A chunk is in one shard, so that counts of chunks add up; lengths are whole
 * numbers, so that rounding their sums gives the mean exactly as one index computes it.
 * @param {readonly import('@recallite/store').CollectionCounts[]} all
 * @returns {import('@recallite/store').CollectionCounts}
 */
function addCounts(all) {
  const chunks = sum(all.map((each) => each.chunks))
  const words = sum(all.map((each) => Math.round(each.meanLength * each.chunks)))
  const [like] = all
  return {
    chunks,
    meanLength: chunks === 0 ? 0 : words / chunks,
    languages: distinct(all.flatMap(({ languages }) => languages)),
    counts: (like?.counts ?? []).map((_, index) => sum(all.map(({ counts }) => counts[index] ?? 0))),
    formCounts: (like?.formCounts ?? []).map((_, index) =>
      sum(all.map(({ formCounts }) => formCounts[index] ?? 0)),
    ),
    expansions: (like?.expansions ?? []).map((_, index) =>
      distinct(all.flatMap(({ expansions }) => expansions[index] ?? [])).slice(0, mostExpansions),
    ),
  }
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/** In the order of UTF-16 units, which is that of code points for what the bench writes. @param {readonly string[]} texts */
function distinct(texts) {
  return [...new Set(texts)].toSorted((a, b) => (a < b ? -1 : 1))
}

/**
 * @param {import('@recallite/store').WordRequest} request
 * @param {readonly import('@recallite/store').WordCandidates[]} found by each shard
 * @param {(ids: readonly string[]) => Promise<readonly (readonly import('@recallite/store').ChunkTerms[])[]>} readLists
 * @returns {Promise<import('@recallite/store').WordCandidates>}
 */
async function bestByWords({ ranking, limit }, found, readLists) {
  const ids = found.flatMap((each) => each.ids)
  if (!ranking) return { ids: ids.toSorted((a, b) => (a < b ? -1 : 1)).slice(0, limit) }
  const given = found.flatMap(({ termLists = [] }) => termLists)
  const known = new Set(given.map(({ id }) => id))
  const others = ids.filter((id) => !known.has(id))
  const lists = others.length > 0 ? [...given, ...(await readLists(others)).flat()] : given
  const scorer = createKeywordScorer(ranking.terms, ranking.counts)
  const best = lists
    .map(({ id, termList }) => ({ id, score: scorer.score(decodeTermList(termList)).bm25 }))
    .toSorted(byScore)
    .slice(0, limit)
  return {
    ids: best.map(({ id }) => id),
    termLists: lists,
    unscored: sum(found.map(({ unscored = 0 }) => unscored)),
  }
}

/** @param {{ id: string, score: number }} a @param {{ id: string, score: number }} b */
function byScore(a, b) {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}
