import { expect } from 'vitest'
import { seededNumbers, thousandVectors, vectorCount } from './thousand-vectors.js'

const headerSize = 100

/**
 * So many runs of one flipped bit each over a database of a thousand vectors, one in ten of them in its header, the rest
 * anywhere. Says what they came to.
 */
export async function expectFlipsToCostNoMore(runs: number): Promise<string> {
  const { size, texts, places, answers, flip } = await thousandVectors()
  expect(texts.length).toBeGreaterThanOrEqual(vectorCount)
  expect(places.filter((place) => place < 0)).toEqual([])
  expect(answers.map(({ mode, found }) => [mode, found.length])).toEqual(answers.map(() => ['hybrid', 5]))
  const random = seededNumbers(20_261_122)
  const [totals, wrong] = [{ embedded: 0, onPages: 0 }, [] as unknown[]]
  for (let run = 0; run < runs; run += 1) {
    const at = Math.floor(random() * (run % 10 === 0 ? headerSize : size))
    const outcome = await flip(at, Math.floor(random() * 8))
    const { embedded, onPage, isSame, failures } = outcome
    totals.embedded += embedded
    totals.onPages += onPage
    if (embedded > onPage || !isSame || failures.length > 0) wrong.push(outcome)
  }
  expect(wrong).toEqual([])
  return `${runs} tried, 0 lost: ${totals.embedded} texts embedded again, ${totals.onPages} vectors on the pages that were hit`
}
