import type { Migration } from './migration.js'

/** Since when vectors are kept of texts that are gone, and how much was deleted since the file was last written anew. */
export const unusedVectors: Migration = {
  number: 8,
  name: 'unused vectors',
  sql: `
-- A text that no chunk has any more and of which some space has a vector; since: when that was noticed, in milliseconds.
-- The checksum is a CRC-32 of both: vectors are deleted by what stands here.
CREATE TABLE unused_text (
  text_hash BLOB PRIMARY KEY,
  since INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How many chunks and vectors were deleted since all of the file was last written anew.
ALTER TABLE keyword_total ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
UPDATE keyword_total SET deleted = 1 WHERE changed > 0;

DROP TRIGGER word_list_removed;
CREATE TRIGGER word_list_removed AFTER DELETE ON chunk_word_list BEGIN
  UPDATE keyword_total
  SET chunks = chunks - 1, words = words - OLD.length, changed = changed + 1, deleted = deleted + 1 WHERE id = 1;
  DELETE FROM chunk_words WHERE rowid = OLD.chunk_id;
  DELETE FROM chunk_forms WHERE rowid = OLD.chunk_id;
END;
`,
}
