import { fieldsOf, type StoredDocument } from '@recallite/store'
import type { SqlDatabase } from './sql-database.js'

/** The values of documents' metadata, one by one, for filters; to be called inside a transaction. */
export function createFieldWriter(database: SqlDatabase) {
  const remove = database.prepare('DELETE FROM document_field WHERE document_id = ?')
  const insert = database.prepare(
    `INSERT INTO document_field (key, text, document_id, number, first, last) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  return {
    replace(documentId: number, metadata: StoredDocument['metadata']): void {
      remove.run(documentId)
      for (const { key, text, number, first, last } of fieldsOf(metadata)) {
        insert.run(key, text, documentId, number, first, last)
      }
    },
  }
}
