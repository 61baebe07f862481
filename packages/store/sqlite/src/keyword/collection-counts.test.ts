import { describe, expect, it } from 'vitest'
import type { ChunkWords } from '@recallite/store'
import type { QueryTree } from '@recallite/store/query'
import { keywordDatabase, putChunks, recorded } from '../__fixtures__/keyword-database.js'
import { naturalChunks, randomNumbers } from '../__fixtures__/natural-chunks.js'
import { createCollectionCounts } from './collection-counts.js'

const chunks = naturalChunks(200, randomNumbers(3), 800)
const others = naturalChunks(50, randomNumbers(4), 800)

function chunksWith(collection: readonly ChunkWords[], kind: 'stem' | 'form', word: string): number {
  return collection.filter(({ text }) => text.some((one) => one[kind] === word)).length
}

const words = ['w0', 'w1', 'w5', 'w20', 'gone']
const queries = words.map((stem): QueryTree => ({ kind: 'word', stem }))

function expectedCounts(collection: readonly ChunkWords[]) {
  return {
    chunks: collection.length,
    counts: words.map((word) => chunksWith(collection, 'stem', word)),
    formCounts: words.map((word) => chunksWith(collection, 'form', word)),
  }
}

describe('the counts of a collection', () => {
  it('are counted once until the collection changes', () => {
    const { database, statements } = recorded(keywordDatabase(chunks))
    const counts = createCollectionCounts(database)
    const read = () => counts.read({ queries, forms: words })
    const matches = () => statements.filter(({ sql }) => sql.includes('MATCH')).length
    expect([read(), read()]).toMatchObject([expectedCounts(chunks), expectedCounts(chunks)])
    expect(matches()).toBe(2 * words.length)
    putChunks(database, others)
    expect(read()).toMatchObject(expectedCounts(others))
    expect(matches()).toBe(4 * words.length)
  })
})
