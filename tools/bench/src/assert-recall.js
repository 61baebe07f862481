import { BenchmarkError } from './benchmark-error.js'

/** Of the ten nearest, so many must be found. */
const leastRecall = 0.99

/**
 * A search that is quick because it misses what is near is not measured.
 * @param {import('@recallite/store').Store} store
 * @param {import('@recallite/store').Space} space
 * @throws BenchmarkError `WRONG_RESULT`
 */
export async function assertRecall(store, space) {
  const { measureRecall } = await import('@recallite/core/doctor')
  const { recall } = await measureRecall(store, space)
  if (recall < leastRecall) throw new BenchmarkError('WRONG_RESULT', `Recall@10 is ${recall.toFixed(3)}.`)
}
