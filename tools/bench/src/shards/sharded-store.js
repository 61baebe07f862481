import { createKeywordScorer, decodeTermList } from '@recallite/keyword-ranking'
import { StoreError } from '@recallite/store'
import { hashOf } from '../vectors.js'

/** @typedef {import('@recallite/store').Store} Store */

/** What one shard answers to a prefix, and what all together do. */
const mostExpansions = 256

/**
 * One store whose documents are divided among several, by a hash of their addresses: a simulation of a search that asks many
 * machines at once. Every shard is asked with the counts of all, so that scores are those of one index, and the answers are
 * merged by score. What a search does not need rejects with `STORE_UNSUPPORTED`. Shards are asked one after the other.
 * @param {readonly Store[]} shards
 * @param {(milliseconds: readonly number[]) => void} [onAnswers] is told how long each shard took, whenever all were asked
 * @returns {Store}
 */
export function createShardedStore(shards, onAnswers = () => undefined) {
  const askAll = createFanOut(shards, onAnswers)
  return { ...writesOf(shards, askAll), ...readsOf(shards, askAll), ...unsupportedMembers }
}

/** @typedef {<Answer>(ask: (shard: Store) => Promise<Answer>) => Promise<Answer[]>} FanOut */

/**
 * @param {readonly Store[]} shards
 * @param {(milliseconds: readonly number[]) => void} onAnswers
 * @returns {FanOut}
 */
function createFanOut(shards, onAnswers) {
  return async (ask) => {
    const [answers, times] = [
      /** @type {Awaited<ReturnType<typeof ask>>[]} */ ([]),
      /** @type {number[]} */ ([]),
    ]
    for (const shard of shards) {
      const started = performance.now()
      answers.push(await ask(shard))
      times.push(performance.now() - started)
    }
    onAnswers(times)
    return answers
  }
}

/** @param {readonly Store[]} shards @param {FanOut} askAll */
function writesOf(shards, askAll) {
  /** The shards that want a vector for the text of this key. @type {Map<string, Set<Store>>} */
  const wanting = new Map()

  return {
    /** @type {Store['putRoot']} */
    async putRoot(root, options) {
      await askAll((shard) => shard.putRoot(root, options))
    },
    /** @type {Store['writeDocuments']} */
    async writeDocuments({ put = [] }) {
      const of = (/** @type {Store} */ shard) =>
        put.filter(({ document }) => shards[placeOf(document, shards.length)] === shard)
      await askAll((shard) => shard.writeDocuments({ put: of(shard) }))
    },
    /** @type {Store['putSpace']} */
    async putSpace(space, changes) {
      await askAll((shard) => shard.putSpace(space, changes))
    },
    /** @type {Store['pendingTexts']} */
    async pendingTexts(space, page) {
      const found = new Map()
      await askAll(async (shard) => {
        for (const text of await shard.pendingTexts(space, page)) {
          found.set(text.key, text)
          wanting.set(text.key, new Set([...(wanting.get(text.key) ?? []), shard]))
        }
      })
      return [...found.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, page.limit)
    },
    /** @type {Store['putVectors']} */
    async putVectors(space, vectors) {
      const of = (/** @type {Store} */ shard) => vectors.filter(({ key }) => wanting.get(key)?.has(shard))
      await askAll((shard) => shard.putVectors(space, of(shard)))
    },
    async close() {
      await askAll((shard) => shard.close())
    },
  }
}

/** @param {readonly Store[]} shards @param {FanOut} askAll */
function readsOf(shards, askAll) {
  const first = () => shards[0] ?? unsupported()
  return {
    listRoots: () => first().listRoots(),
    listSpaces: () => first().listSpaces(),
    /** @type {Store['readCounts']} */
    readCounts: async (request) => addCounts(await askAll((shard) => shard.readCounts(request))),
    /** @type {Store['findByWords']} */
    async findByWords(request) {
      return bestByWords(request, await askAll((shard) => shard.findByWords(request)), (ids) =>
        askAll((shard) => shard.readTermLists(ids)),
      )
    },
    /** @type {Store['readTermLists']} */
    readTermLists: async (ids) => (await askAll((shard) => shard.readTermLists(ids))).flat(),
    /** @type {Store['findByVector']} */
    async findByVector(request) {
      const found = (await askAll((shard) => shard.findByVector(request))).flat()
      return found.toSorted(byScore).slice(0, request.limit)
    },
    /** @type {Store['scoreByVector']} */
    async scoreByVector(request) {
      const scores = await askAll((shard) => shard.scoreByVector(request))
      return new Map(scores.flatMap((each) => [...each]))
    },
    /** @type {Store['readItems']} */
    async readItems(ids) {
      const found = await askAll((shard) => shard.readItems(ids))
      const items = new Map(found.flatMap((each) => each.items.map((item) => [item.id, item])))
      return {
        items: ids.flatMap((id) => items.get(id) ?? []),
        damaged: found.flatMap(({ damaged }) => damaged),
      }
    },
  }
}

const unsupportedMembers = {
  status: unsupported,
  removeRoot: unsupported,
  listDocuments: unsupported,
  listVersions: unsupported,
  findDocument: unsupported,
}

/** @returns {never} */
function unsupported() {
  throw new StoreError('STORE_UNSUPPORTED', 'A sharded store of the bench is only written and searched.')
}

/** @param {{ root: string, path: string }} document @param {number} count */
function placeOf({ root, path }, count) {
  return hashOf(`${root}:${path}`) % count
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
