import { createKeywordScorer, decodeTermList, wantedCounts } from '@recallite/keyword-ranking'

/** As many as the keyword retriever asks the store for by default. */
const candidates = 100

/**
 * What the keyword retriever does: a question is read, its best chunks are found and scored.
 * @param {{ store: import('@recallite/store').Store, parse: typeof import('@recallite/analysis').parseQuery }} searched
 * @param {string} text
 * @param {number} limit
 * @returns {Promise<string[]>} ids, the best first
 */
export async function bestByWords({ store, parse }, text, limit) {
  const { tree, scoring } = parse(text)
  if (tree === null) return []
  const counts = await store.readCounts(wantedCounts(scoring))
  const { score } = createKeywordScorer(scoring, counts)
  const ranking = { terms: scoring, counts }
  const { termLists = [] } = await store.findByWords({ query: tree, limit: candidates, ranking })
  return termLists
    .map(({ id, termList }) => ({ id, score: score(decodeTermList(termList)).bm25 }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ id }) => id)
}
