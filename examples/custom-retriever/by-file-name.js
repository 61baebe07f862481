/** The maximum number of chunks to read. A larger collection would need an index of file names. */
const maxChunks = 10_000

/**
 * Finds chunks whose file name contains parts of the query's words, such as `backup` for `nightly-backups.md`.
 * @type {import('@recallite/core').Retriever}
 */
export const retriever = {
  specificationVersion: 'v1',
  name: 'file-name',
  kinds: ['file'],
  // Without a weight, it would only add candidates.
  weight: 0.1,

  async find({ store, query, filter, limit }) {
    const { ids } = await store.findByWords({ limit: maxChunks, filter })
    const scores = await scoresOf(ids, { store, query })
    const candidates = Array.from(scores, ([id, { score }]) => ({ id, score }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    return { candidates: candidates.slice(0, limit) }
  },

  score: (ids, { store, query }) => scoresOf(ids, { store, query }),
}

/**
 * For each chunk, the share of the query's words that the file name contains.
 * @param {readonly string[]} ids
 * @param {Pick<import('@recallite/core').RetrievalRequest, 'store' | 'query'>} request
 */
async function scoresOf(ids, { store, query }) {
  const words = query.terms.flatMap((term) => term.words.map(({ form }) => form))
  const { items } = await store.readItems(ids)
  return new Map(
    items.map(({ id, locator }) => {
      const name = locator.path.slice(locator.path.lastIndexOf('/') + 1).toLowerCase()
      const matched = words.filter((word) => name.includes(word))
      return [id, { score: words.length > 0 ? matched.length / words.length : 0 }]
    }),
  )
}
