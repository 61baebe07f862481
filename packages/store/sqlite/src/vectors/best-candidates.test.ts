import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestCandidates, type VectorReads } from './vector-search.js'

interface Chunk {
  readonly id: string
  /** The cosines of its vectors. */
  readonly cosines: readonly number[]
}

/** By the definition. */
function scoreOf({ cosines }: Chunk): number {
  return Math.max(...cosines)
}

/** Reads of chunks and of some vectors that have no chunk, the nearest first and otherwise in any order. */
function readsOf(chunks: readonly Chunk[], unused: readonly number[] = []) {
  const reaches: number[] = []
  const all = [...chunks, ...unused.map((cosine) => ({ id: '', cosines: [cosine] }))]
  const vectors = all
    .flatMap((chunk) => chunk.cosines.map((cosine) => ({ chunk, distance: 1 - cosine })))
    .map((vector, id) => ({ ...vector, id }))
    .toSorted((a, b) => a.distance - b.distance)
  const reads: VectorReads = {
    hasSeveral: chunks.some(({ cosines }) => cosines.length > 1),
    nearest(reach) {
      reaches.push(reach)
      return vectors.slice(0, reach)
    },
    probable: undefined,
    scoresOf(near) {
      const ids = new Set(near.map(({ id }) => id))
      const owners = vectors.filter(({ id }) => ids.has(id)).map(({ chunk }) => chunk)
      return new Map(owners.filter(({ id }) => id !== '').map((one) => [one.id, { score: scoreOf(one) }]))
    },
  }
  return { reads, reaches }
}

const cosine = fc.integer({ min: -4, max: 4 }).map((eighths) => eighths / 8)

const anyChunks = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,3}$/),
    cosines: fc.array(cosine, { minLength: 1, maxLength: 6 }),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
)

describe('the best candidates', () => {
  it('are those of the whole, by score and then by id', () => {
    const limits = fc.integer({ min: 0, max: 50 })
    fc.assert(
      fc.property(anyChunks, fc.array(cosine, { maxLength: 30 }), limits, (chunks, unused, limit) => {
        const whole = chunks
          .map((chunk) => ({ id: chunk.id, score: scoreOf(chunk) }))
          .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        expect(bestCandidates(limit, readsOf(chunks, unused).reads)).toEqual(whole.slice(0, limit))
      }),
    )
  })

  it('take one read of two vectors for each wanted chunk where chunks have one text', () => {
    const chunks = Array.from({ length: 200 }, (_, number) => ({
      id: `${number}`,
      cosines: [1 - number / 256],
    }))
    const { reads, reaches } = readsOf(chunks)
    expect(bestCandidates(10, reads).map(({ id }) => Number(id))).toEqual([...Array(10).keys()])
    expect(reaches).toEqual([20])
  })

  it('take one read of the vectors where eight of them for each wanted chunk show where to cut', () => {
    const chunks = Array.from({ length: 200 }, (_, number) => {
      const [own, piece] = [1 - number / 256, 1 - number / 128]
      return { id: `${number}`, cosines: number % 2 === 0 ? [own] : [own, piece] }
    })
    const { reads, reaches } = readsOf(chunks)
    expect(bestCandidates(10, reads).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(String))
    expect(reaches).toEqual([80])
  })

  it('are taken from more vectors that are probably near until there are enough chunks', () => {
    const unused = Array.from({ length: 500 }, (_, number) => 1 - number / 1024)
    const chunks = Array.from({ length: 40 }, (_, number) => ({ id: `${number}`, cosines: [-number / 64] }))
    const { reads, reaches } = readsOf(chunks, unused)
    const probable = { ...reads, probable: reads.nearest }
    expect(bestCandidates(10, probable).map(({ id }) => Number(id))).toEqual([...Array(10).keys()])
    expect(reaches).toEqual([200, 1600])
    expect(bestCandidates(50, probable)).toHaveLength(40)
  })
})
