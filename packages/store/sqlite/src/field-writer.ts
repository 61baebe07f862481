import { fieldsOf, type Field, type StoredDocument } from '@recallite/store'
import type { SqlDatabase } from './sql-database.js'

/** The fields of a document as they are kept: of those that say the same, the first. */
export function keptFields(metadata: StoredDocument['metadata']): Field[] {
  const kept = new Map<string, Field>()
  for (const field of fieldsOf(metadata)) {
    const name = `${field.key}\0${field.text}`.toWellFormed()
    if (!kept.has(name)) kept.set(name, field)
  }
  return [...kept.values()]
}

/** The values of documents' metadata, one by one, for filters; to be called inside a transaction. */
export function createFieldWriter(database: SqlDatabase) {
  const remove = database.prepare('DELETE FROM document_field WHERE document_id = ?')
  const insert = database.prepare(
    'INSERT INTO document_field (key, text, document_id, number, first, last) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return {
    replace(documentId: number, fields: readonly Field[]): void {
      remove.run(documentId)
      for (const { key, text, number, first, last } of fields) {
        insert.run(key, text, documentId, number, first, last)
      }
    },
  }
}
