import type { Migration } from './migration.js'

/**
 * What roots hold and which of their files are documents; and checksums, to find bytes that have changed by themselves.
 * Null is one that is not known: of documents and chunks until they are cut anew, of the rest until they are sealed.
 */
export const care: Migration = {
  number: 6,
  name: 'care',
  sql: `
ALTER TABLE root ADD COLUMN kind TEXT NOT NULL DEFAULT 'folder' CHECK (kind IN ('folder', 'sessions'));
-- Globs, as JSON has them; none for every file.
ALTER TABLE root ADD COLUMN include TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(include));

-- Each is a CRC-32 of what stands in the row; a document's is of its fields too, a chunk's of all that is kept of it
-- but what FTS5 has, and index_checksum of that (see index-checksum.ts), 0 where the index holds nothing of it.
ALTER TABLE root ADD COLUMN checksum INTEGER;
ALTER TABLE document ADD COLUMN checksum INTEGER;
ALTER TABLE chunk ADD COLUMN checksum INTEGER;
ALTER TABLE chunk_word_list ADD COLUMN index_checksum INTEGER;
ALTER TABLE space ADD COLUMN checksum INTEGER;
ALTER TABLE vector ADD COLUMN checksum INTEGER;
ALTER TABLE note ADD COLUMN checksum INTEGER;
CREATE INDEX vector_unsealed ON vector (id) WHERE checksum IS NULL;
-- Of all common words.
ALTER TABLE keyword_total ADD COLUMN common_checksum INTEGER;

UPDATE document SET recipe = '';
`,
}
