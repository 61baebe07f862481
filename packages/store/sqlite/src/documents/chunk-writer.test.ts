import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { sampleChunk, sampleDocument } from '../__fixtures__/samples.js'
import { openConnection } from '../connection/connection.js'
import { openSqliteStore } from '../open-store.js'

it('makes FTS5 write once for all documents of a transaction', async () => {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await store.putRoot({ name: 'notes', path: '/notes' })
  const put = ['red light', 'green light', 'tower'].map((text) => ({
    document: sampleDocument(`${text}.md`),
    chunks: [sampleChunk(`${text} 1`, text), sampleChunk(`${text} 2`, text)],
  }))
  await store.writeDocuments({ put })
  const { database } = openConnection({ path })
  for (const index of ['chunk_words', 'chunk_forms']) {
    const segments = database.prepare<{ count: number }>(
      `SELECT count(DISTINCT segid) AS count FROM ${index}_idx`,
    )
    expect([index, segments.get()?.count]).toEqual([index, 1])
  }
  database.close()
  await store.close()
})
