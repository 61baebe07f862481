import type { Migration } from './migration.js'

/**
 * Words come analysed, FTS5 finds the candidates, and a list of each chunk's words is what they are scored by. The
 * words of chunks that are there already are not known: their documents are cut anew.
 */
export const ownScores: Migration = {
  number: 2,
  name: 'own scores',
  sql: `
DROP TABLE chunk_words;

-- Stems, told apart by spaces. Every character that is not ASCII is part of a word: what a letter is, analysis decides.
-- FTS5 keeps the index only; it goes on counting deleted rows for a while, but no score is taken from its counts.
CREATE VIRTUAL TABLE chunk_words USING fts5 (
  words, parts, place, content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- Words as they are written, in which chunks and no more: how rare each is.
CREATE VIRTUAL TABLE chunk_forms USING fts5 (
  forms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- A chunk's words in order as hashes (see word-list.ts); length is the number of words of the text.
CREATE TABLE chunk_word_list (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunk (id) ON DELETE CASCADE,
  length INTEGER NOT NULL,
  words BLOB NOT NULL
) STRICT;
-- Lists and chunks are large: what is asked of many at once stands apart.
CREATE INDEX chunk_word_list_by_length ON chunk_word_list (chunk_id, length);
CREATE INDEX chunk_by_id ON chunk (id, public_id);

-- What chunk_word_list holds; counted is the number of chunks when common words were last counted, 0 for never, and
-- changed how many lists have come or gone since.
CREATE TABLE keyword_total (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  chunks INTEGER NOT NULL,
  words INTEGER NOT NULL,
  counted INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO keyword_total (id, chunks, words) VALUES (1, 0, 0);

CREATE TRIGGER word_list_added AFTER INSERT ON chunk_word_list BEGIN
  UPDATE keyword_total
  SET chunks = chunks + 1, words = words + NEW.length, changed = changed + 1 WHERE id = 1;
END;
CREATE TRIGGER word_list_removed AFTER DELETE ON chunk_word_list BEGIN
  UPDATE keyword_total
  SET chunks = chunks - 1, words = words - OLD.length, changed = changed + 1 WHERE id = 1;
  DELETE FROM chunk_words WHERE rowid = OLD.chunk_id;
  DELETE FROM chunk_forms WHERE rowid = OLD.chunk_id;
END;

-- How many chunks have each of the most common words, as of the last tidying up: counting them takes long.
CREATE TABLE common_word (
  kind TEXT NOT NULL CHECK (kind IN ('stem', 'form')),
  word TEXT NOT NULL,
  chunks INTEGER NOT NULL,
  PRIMARY KEY (kind, word)
) STRICT, WITHOUT ROWID;

UPDATE document SET recipe = '';
`,
}
