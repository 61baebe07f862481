import { onTestFinished } from 'vitest'
import type { SearchFilter } from '@recallite/store'
import { openConnection } from '../../../connection/connection.js'
import { createDocuments } from '../../documents.js'
import { migrate } from '../../../connection/schema-version.js'
import { createRoots } from '../../roots.js'
import { sampleChunk, sampleDocument, wordsOf } from '../../../__fixtures__/samples.js'
import { createFilterReader } from '../filter.js'
import type { FilteredDocument } from './filter-oracle.js'

export const roots = ['notes', 'other', "it's"]

/** A database of these documents, with a chunk each, and which of them a filter lets through, by their numbers. */
export function indexOf(documents: readonly FilteredDocument[]) {
  const { database } = openConnection({ path: ':memory:' })
  onTestFinished(() => void database.close())
  migrate(database)
  const rootTable = createRoots(database, 'file')
  for (const name of roots) rootTable.put({ name, path: `/${name}` })
  const table = createDocuments(database, rootTable, { now: () => 0 })
  const put = documents.map(({ root, path, date, metadata, sections, row }, number) => ({
    document: sampleDocument(`${path}`, { root, date, metadata }),
    chunks: [sampleChunk(`${number}`, 'text', { sections, words: wordsOf(row.words, row) })],
  }))
  table.write({ put })
  const ids = database.prepare<{ id: number; name: string }>('SELECT id, public_id AS name FROM chunk').all()
  const names = new Map(ids.map(({ id, name }) => [id, Number(name)]))
  const filters = createFilterReader(database)
  return (filter: SearchFilter): number[] => {
    const found: number[] = JSON.parse(filters.chunksWithin(filter) ?? '[]')
    return found.map((id) => names.get(id) ?? -1).toSorted((a, b) => a - b)
  }
}
