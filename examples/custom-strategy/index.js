/*
 * node index.js [question…]: ranks with a custom fusion strategy, CombMNZ (Fox and Shaw, 1994): the weighted sum of scores, each
 * list scaled to 0 to 1, times the number of lists that contain the item. Also shows the default ranking.
 */
import { fileURLToPath } from 'node:url'
import { createMemory } from '@recallite/core'
import { createTrigramEmbeddings } from '@recallite/example-custom-provider/trigram-embeddings.js'
import { byScoreThenId, normalizers } from '@recallite/fusion'
import { openSqliteStore } from '@recallite/store-sqlite'

/** @type {import('@recallite/fusion').FusionStrategy} */
function combMnz(lists) {
  const scaled = lists.map((list) => ({ ...list, values: normalizers['min-max'](list) }))
  const ids = new Set(lists.flatMap(({ items }) => items.map(({ id }) => id)))
  const fused = [...ids].map((id) => {
    const parts = scaled.map(({ source, weight, items, values }) => {
      const index = items.findIndex((item) => item.id === id)
      const item = items[index]
      return {
        source,
        rank: item?.foundRank ?? null,
        raw: item?.score ?? null,
        normalized: values[index] ?? 0,
        weight,
      }
    })
    const finders = parts.filter(({ rank }) => rank !== null).length
    const contributions = parts.map((part) => {
      const weight = part.weight * finders
      return { ...part, weight, value: weight * part.normalized }
    })
    return { id, contributions, score: contributions.reduce((sum, { value }) => sum + value, 0) }
  })
  return fused.toSorted(byScoreThenId)
}

const notes = fileURLToPath(new URL('../memory', import.meta.url))
const question = process.argv.slice(2).join(' ') || 'who may restore the database from a backup?'

const memory = createMemory({
  store: await openSqliteStore({ path: ':memory:' }),
  sources: [notes],
  models: [createTrigramEmbeddings()],
})
try {
  await memory.sync()
  console.log(question)
  for (const fusion of [combMnz, 'calibrated']) {
    const options = { fusion, limit: 3, threshold: 0, perDocument: 1 }
    const { answer } = await memory.search(question, options)
    console.log(`\n${typeof fusion === 'string' ? fusion : fusion.name}`)
    for (const { path, startLine, fusedScore } of answer.results) {
      console.log(`${fusedScore.toFixed(3)}  ${path}:${startLine}`)
    }
  }
} finally {
  await memory.close()
}
