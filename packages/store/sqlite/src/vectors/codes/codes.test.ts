import { describe, expect, it, onTestFinished } from 'vitest'
import { openConnection } from '../../connection/connection.js'
import { verify } from '../../maintenance/verify/verify.js'
import { migrate } from '../../connection/schema-version.js'
import { createSpaces } from '../spaces.js'
import { encodeVector, vectorIdsOf } from '../vector-row.js'
import { cosineOf, topicVectors } from './__fixtures__/topic-vectors.js'
import { codesPerBlock } from './code-block.js'
import { createCodeReader, minBlocks } from './code-reader.js'
import { rangeOf, writeMissingCodes } from './code-writer.js'

const dimensions = 96
const vectors = topicVectors((minBlocks + 1) * codesPerBlock + 100, dimensions)

/** A database with `count` vectors, and the codes of whole blocks. */
function databaseOf(count: number) {
  const { database } = openConnection({ path: ':memory:' })
  onTestFinished(() => void database.close())
  migrate(database)
  createSpaces(database, () => 0).put({ provider: 'a', model: 'b', dimensions, promptStyle: 'c' })
  const { first } = vectorIdsOf(1)
  const insert = database.prepare(
    'INSERT INTO vector (id, space_id, text_hash, value, created_at) VALUES (?, 1, ?, ?, 0)',
  )
  const add = (number: number) =>
    insert.run(
      first + number,
      Buffer.from(`${number}`),
      encodeVector(vectors[number] ?? new Float32Array(dimensions)),
    )
  for (let number = 0; number < count; number += 1) add(number)
  const space = { id: 1, dimensions }
  const reader = createCodeReader(database)
  const codes = {
    cover: () => writeMissingCodes(database, space),
    estimate: (query: Float32Array) => reader.estimate(space, rangeOf(database, space), query),
  }
  codes.cover()
  const cosines = (query: Float32Array) => vectors.slice(0, count).map((vector) => cosineOf(query, vector))
  return { database, codes, space, first, add, cosines }
}

const unit = (vector: Float32Array): Float32Array => vector.map((value) => value / Math.hypot(...vector))
const blocksOf = 'SELECT block FROM vector_code ORDER BY block'

describe('the codes of vectors', () => {
  it('are not used for a few vectors', () => {
    const { codes } = databaseOf(minBlocks * codesPerBlock - 1)
    expect(codes.estimate(unit(vectors[0] ?? new Float32Array()))).toBeUndefined()
  })

  it('find the nearest, and name the vectors after the last whole block', () => {
    const { codes, first, cosines } = databaseOf(vectors.length)
    const coded = (minBlocks + 1) * codesPerBlock
    for (const number of [0, 17, 4000]) {
      const query = unit(vectors[number] ?? new Float32Array())
      const nearest = cosines(query)
        .slice(0, coded)
        .map((cosine, place) => ({ cosine, id: first + place }))
        .toSorted((a, b) => b.cosine - a.cosine)
        .slice(0, 10)
        .map(({ id }) => id)
      const estimated = codes.estimate(query)
      const ids = estimated?.best(400).map(({ id }) => id)
      expect(ids).toHaveLength(400)
      expect(nearest.filter((id) => ids?.includes(id)).length).toBeGreaterThanOrEqual(9)
      expect(estimated?.uncoded).toEqual([{ first: first + coded, last: first + vectors.length - 1 }])
    }
  })

  it('of a block are deleted with any of its vectors, and are rebuilt', () => {
    const { database, codes, first } = databaseOf(vectors.length)
    const query = unit(vectors[0] ?? new Float32Array())
    expect(database.prepare(blocksOf).all()).toHaveLength(minBlocks + 1)
    codes.estimate(query)
    database.prepare('DELETE FROM vector WHERE id = ?').run(first + codesPerBlock + 5)
    expect(database.prepare(blocksOf).all()).toHaveLength(minBlocks)
    const gap = { first: first + codesPerBlock, last: first + 2 * codesPerBlock - 1 }
    expect(codes.estimate(query)?.uncoded[0]).toEqual(gap)
    codes.cover()
    const all = codes.estimate(query)
    expect(all?.uncoded).toHaveLength(1)
    const ids = all?.best(vectors.length).map(({ id }) => id)
    expect(ids).toHaveLength((minBlocks + 1) * codesPerBlock - 1)
    expect(ids).not.toContain(first + codesPerBlock + 5)
  })

  it('that are damaged are not used', () => {
    const { database, codes, first } = databaseOf(vectors.length)
    database.exec('UPDATE vector_code SET codes = zeroblob(length(codes)) WHERE block = 0')
    const { uncoded } = codes.estimate(unit(vectors[0] ?? new Float32Array())) ?? { uncoded: [] }
    expect(uncoded[0]).toEqual({ first, last: first + codesPerBlock - 1 })
    expect(verify(database)).toContain('the codes of vectors have changed')
  })
})
