import { onTestFinished } from 'vitest'
import type { SearchFilter } from '@recallite/store'
import { openConnection } from '../../../connection/connection.js'
import { createDocuments } from '../../documents.js'
import { migrate } from '../../../connection/schema-version.js'
import { createRoots } from '../../roots.js'
import { sampleChunk, sampleDocument } from '../../../__fixtures__/samples.js'
import { createFilterReader } from '../filter.js'

/** A database of documents with this metadata, and a function that returns the numbers of those that pass a filter. */
export function indexOf(documents: readonly Readonly<Record<string, unknown>>[]) {
  const { database } = openConnection({ path: ':memory:' })
  onTestFinished(() => void database.close())
  migrate(database)
  const roots = createRoots(database, 'file')
  roots.put({ name: 'notes', path: '/notes' })
  const put = documents.map((metadata, number) => ({
    document: sampleDocument(`${number}`, { metadata }),
    chunks: [sampleChunk(`${number}`, 'text')],
  }))
  createDocuments(database, roots, { now: () => 0 }).write({ put })
  const ids = database.prepare<{ id: number; name: string }>('SELECT id, public_id AS name FROM chunk').all()
  const names = new Map(ids.map(({ id, name }) => [id, Number(name)]))
  const filters = createFilterReader(database)
  return (filter: SearchFilter): number[] => {
    const found: number[] = JSON.parse(filters.chunksWithin(filter) ?? '[]')
    return found.map((id) => names.get(id) ?? -1).toSorted((a, b) => a - b)
  }
}
