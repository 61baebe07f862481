/*
 * Comments stand before statements and not in them: SQLite keeps the text of a statement, and `verify` compares it.
 * `checksum` is always a CRC-32 (see checksum.ts), which shows whether the disk has damaged the bytes.
 */

/** Where documents come from, and which of their files are documents: `include` is a JSON array of globs, `description` what they are about. */
const roots = `
CREATE TABLE root (
  id INTEGER PRIMARY KEY,
  holds TEXT NOT NULL CHECK (holds IN ('file', 'record')),
  name TEXT NOT NULL CHECK (name <> '' AND instr(name, ':') = 0),
  path TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'folder' CHECK (kind IN ('folder', 'sessions')),
  include TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(include)),
  description TEXT NOT NULL DEFAULT '',
  checksum INTEGER,
  UNIQUE (name, holds),
  UNIQUE (path, holds)
) STRICT;`

/** Documents and their chunks, with what filters look into. */
const documents = `
-- An empty fingerprint has the next sync cut the document again. The checksum covers the document's fields as well.
CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL REFERENCES root (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  title TEXT NOT NULL,
  metadata TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  stamp TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  date TEXT,
  language TEXT,
  is_secret INTEGER NOT NULL DEFAULT 0 CHECK (is_secret IN (0, 1)),
  checksum INTEGER,
  UNIQUE (root_id, path)
) STRICT;
CREATE INDEX document_by_language ON document (language);
-- The newest documents are embedded first.
CREATE INDEX document_by_date ON document (coalesce(date, ''));

-- The values of a document's metadata as filters compare them: text folded, a date by its first and last second.
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

-- The checksum covers everything that is kept of a chunk except what FTS5 has.
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  start_column INTEGER,
  end_column INTEGER,
  heading TEXT NOT NULL CHECK (json_valid(heading)),
  text TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  checksum INTEGER,
  UNIQUE (document_id, position)
) STRICT;
-- Rows of chunks are long: this index gives the public ids of many chunks without reading the rows.
CREATE INDEX chunk_by_id ON chunk (id, public_id);

-- The folded titles of the sections that a chunk lies in or has a part of, one on a line.
CREATE TABLE chunk_sections (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunk (id) ON DELETE CASCADE,
  titles TEXT NOT NULL
) STRICT;`

/** The words of chunks: FTS5 finds the candidates, and BM25 is computed from the list of a chunk's words. */
const keywordIndex = `
-- Stems, separated by spaces. To the tokenizer 'ascii' every character beyond ASCII is part of a word: text analysis
-- alone decides what a letter is. FTS5 goes on counting deleted rows for a while, but no score uses its counts.
CREATE VIRTUAL TABLE chunk_words USING fts5 (
  words, parts, place, content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- Words as they are written, and only which chunks have them: this tells how rare each word is.
CREATE VIRTUAL TABLE chunk_forms USING fts5 (
  forms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- The words of a chunk in their order, as hashes; length is the number of words of the text. index_checksum covers what
-- FTS5 has of the chunk, and is 0 where it has nothing.
CREATE TABLE chunk_word_list (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunk (id) ON DELETE CASCADE,
  length INTEGER NOT NULL,
  words BLOB NOT NULL,
  index_checksum INTEGER
) STRICT;
-- Word lists are long: this index gives the lengths of many without reading the lists.
CREATE INDEX chunk_word_list_by_length ON chunk_word_list (chunk_id, length);

-- How many chunks and vectors were deleted since the whole file was last written anew.
CREATE TABLE deletion (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  deleted INTEGER NOT NULL
) STRICT;
INSERT INTO deletion (id, deleted) VALUES (1, 0);

CREATE TRIGGER word_list_removed AFTER DELETE ON chunk_word_list BEGIN
  UPDATE deletion SET deleted = deleted + 1;
  DELETE FROM chunk_words WHERE rowid = OLD.chunk_id;
  DELETE FROM chunk_forms WHERE rowid = OLD.chunk_id;
END;`

/** Vector spaces, vectors, and the texts that they are of. */
const vectors = `
-- A text to embed for a chunk is the prefix and the chunk's text between two offsets (in UTF-16 units).
CREATE TABLE embedding_input (
  chunk_id INTEGER NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text_hash BLOB NOT NULL,
  prefix TEXT NOT NULL,
  text_from INTEGER NOT NULL,
  text_to INTEGER NOT NULL,
  PRIMARY KEY (chunk_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX embedding_input_by_hash ON embedding_input (text_hash);

-- source says where the model was loaded from, canary is a vector that it made, in little-endian 32-bit floats. The
-- space with the highest number in chosen is in use.
CREATE TABLE space (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL CHECK (dimensions > 0),
  prompt_style TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  source TEXT,
  canary BLOB,
  is_filled INTEGER NOT NULL DEFAULT 0 CHECK (is_filled IN (0, 1)),
  chosen INTEGER NOT NULL DEFAULT 0,
  checksum INTEGER,
  UNIQUE (provider, model, dimensions, prompt_style)
) STRICT;

-- One vector of length 1 for each space and text, in little-endian 32-bit floats. The ids of a space's vectors are a
-- range, so that a search reads them in the order of the file. The checksum covers the model and prompt style as well.
-- unused_since is when it was noticed that no chunk has the text any more, in milliseconds.
CREATE TABLE vector (
  id INTEGER PRIMARY KEY CHECK (id >> 40 = space_id),
  space_id INTEGER NOT NULL REFERENCES space (id) ON DELETE CASCADE,
  text_hash BLOB NOT NULL,
  value BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  unused_since INTEGER,
  checksum INTEGER,
  UNIQUE (space_id, text_hash)
) STRICT;
CREATE INDEX unused_vector ON vector (text_hash) WHERE unused_since IS NOT NULL;
-- Tells the texts of the nearest vectors without reading the vectors: a third of the time for thousands of them.
CREATE INDEX vector_by_id ON vector (id, text_hash);

-- Four bits for each dimension of 512 vectors whose ids follow each other (see vectors/codes/code-block.ts): made of the vectors, for
-- quick estimates. A block that is written anew has another id: what was read of the old one is known to be outdated.
CREATE TABLE vector_code (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  space_id INTEGER NOT NULL REFERENCES space (id) ON DELETE CASCADE,
  block INTEGER NOT NULL,
  codes BLOB NOT NULL,
  checksum INTEGER NOT NULL,
  UNIQUE (space_id, block)
) STRICT;
CREATE TRIGGER vector_removed AFTER DELETE ON vector BEGIN
  UPDATE deletion SET deleted = deleted + 1;
  DELETE FROM vector_code WHERE space_id = OLD.space_id AND block = (OLD.id & 1099511627775) >> 9;
END;`

const notes = `
CREATE TABLE note (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  checksum INTEGER
) STRICT, WITHOUT ROWID;`

/**
 * The SQL that makes version 1 of the schema, then the SQL that makes of each version the next one. A version that was
 * released never changes: the next one does.
 */
export const schemaSteps: readonly string[] = [[roots, documents, keywordIndex, vectors, notes].join('\n')]
