import type { Migration } from './migration.js'

/** What filters look into. Of documents that are there already it is not known: they are cut anew. */
export const filters: Migration = {
  number: 3,
  name: 'filters',
  sql: `
-- The day a document is of, as 2026-02-11.
ALTER TABLE document ADD COLUMN date TEXT;

-- Each value of a document's metadata, as filters compare it: text folded, a year or day by its first and last second.
CREATE TABLE document_field (
  key TEXT NOT NULL,
  text TEXT NOT NULL,
  document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  number REAL,
  first TEXT,
  last TEXT,
  PRIMARY KEY (key, text, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_field_by_document ON document_field (document_id);

-- Folded titles of the sections a chunk lies in or has a part of, one a line.
CREATE TABLE chunk_sections (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunk (id) ON DELETE CASCADE,
  titles TEXT NOT NULL
) STRICT;

UPDATE document SET recipe = '';
`,
}
