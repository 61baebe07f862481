/*
 * Comments are between statements: SQLite stores the text of a statement, and `verify` compares it. `checksum` is
 * always a CRC-32 (see checksum.ts), to detect bytes that the disk has damaged.
 */

/** The sources of documents. `include` is a JSON array of globs, `description` is their topic. */
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

const documents = `
-- An empty fingerprint makes the next sync chunk the document again. The checksum also covers the fields.
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

-- Metadata as filters compare it: folded text, and dates as their first and last second.
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

-- The checksum covers all of a chunk except its rows in FTS5.
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
-- Rows of chunks are long; this index has their public ids.
CREATE INDEX chunk_by_id ON chunk (id, public_id);

-- The folded titles of the sections that a chunk overlaps, one per line.
CREATE TABLE chunk_sections (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunk (id) ON DELETE CASCADE,
  titles TEXT NOT NULL
) STRICT;`

/** FTS5 finds the candidates; BM25 is computed from the list of a chunk's words. */
const keywordIndex = `
-- Stems, separated by spaces. The tokenizer 'ascii' treats every other character as part of a word, so text analysis alone decides what
-- a letter is. FTS5 counts deleted rows for a while, but no score uses its counts.
CREATE VIRTUAL TABLE chunk_words USING fts5 (
  words, parts, place, content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- Words as they are written, and which chunks have them: this gives document frequencies.
CREATE VIRTUAL TABLE chunk_forms USING fts5 (
  forms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- The words of a chunk in order, as hashes; length is the number of words of the text. index_checksum covers the chunk's rows in FTS5,
-- and is 0 without any.
CREATE TABLE chunk_word_list (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunk (id) ON DELETE CASCADE,
  length INTEGER NOT NULL,
  words BLOB NOT NULL,
  index_checksum INTEGER
) STRICT;
-- Word lists are long; this index has their lengths.
CREATE INDEX chunk_word_list_by_length ON chunk_word_list (chunk_id, length);

-- The number of chunks and vectors deleted since the file was last rewritten.
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

const vectors = `
-- A text to embed is the prefix and the chunk's text between two offsets (in UTF-16 units).
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

-- source is where the model was loaded from, canary a vector of it in little-endian 32-bit floats. The space with the highest value in
-- chosen is in use.
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

-- One vector of length 1 per space and text, in little-endian 32-bit floats. The ids of a space are a range, so that a search reads
-- them in file order. The checksum also covers model and prompt style. unused_since is when the text was found to be unused, in
-- milliseconds.
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
-- Gives the texts of vectors without reading the vectors, which for thousands of them takes a third of the time.
CREATE INDEX vector_by_id ON vector (id, text_hash);

-- Four bits per dimension of 512 vectors with consecutive ids (see vectors/codes/code-block.ts), for quick estimates. A rewritten block
-- has a new id, so that cached ones are known to be outdated.
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

/** Stable views for any SQLite client, even if the tables change. */
const views = `
CREATE VIEW documents AS
SELECT
  root.holds AS kind, root.name AS root, document.path AS path, document.title AS title, document.metadata AS metadata,
  (SELECT count(*) FROM chunk WHERE chunk.document_id = document.id) AS chunks,
  strftime('%Y-%m-%dT%H:%M:%fZ', document.created_at / 1000.0, 'unixepoch') AS created_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', document.updated_at / 1000.0, 'unixepoch') AS updated_at
FROM document
JOIN root ON root.id = document.root_id;

-- Only the space that answers queries: vectors of different models cannot be compared. A long chunk has a row for each piece.
CREATE VIEW memory_embeddings AS
SELECT
  chunk.public_id AS id, chunk.text AS content, vector.value AS embedding, document.path AS source_file,
  chunk.position AS chunk_index, strftime('%Y-%m-%dT%H:%M:%fZ', chunk.created_at / 1000.0, 'unixepoch') AS created_at,
  space.model AS model_name, embedding_input.position AS piece
FROM chunk
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN embedding_input ON embedding_input.chunk_id = chunk.id
CROSS JOIN space
CROSS JOIN vector ON vector.space_id = space.id AND vector.text_hash = embedding_input.text_hash
WHERE space.id = (SELECT id FROM space ORDER BY is_filled DESC, chosen DESC, id DESC LIMIT 1);

CREATE VIEW chunks_vec AS SELECT id, embedding, piece FROM memory_embeddings;

CREATE VIEW chunks AS
SELECT
  chunk.id AS rowid, chunk.public_id AS id, root.holds AS kind, root.name AS root,
  iif(root.kind = 'sessions', 'sessions', 'memory') AS source, document.path AS path, chunk.position AS chunk_index,
  chunk.heading AS heading, chunk.start_line AS start_line, chunk.end_line AS end_line,
  chunk.start_column AS start_column, chunk.end_column AS end_column, chunk.text AS text, chunk.tokens AS tokens,
  (SELECT model_name FROM memory_embeddings WHERE memory_embeddings.id = chunk.public_id LIMIT 1) AS model,
  (
    SELECT group_concat(DISTINCT space.model) FROM embedding_input CROSS JOIN space
    CROSS JOIN vector ON vector.space_id = space.id AND vector.text_hash = embedding_input.text_hash
    WHERE embedding_input.chunk_id = chunk.id
  ) AS models,
  strftime('%Y-%m-%dT%H:%M:%fZ', chunk.created_at / 1000.0, 'unixepoch') AS created_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', document.updated_at / 1000.0, 'unixepoch') AS updated_at
FROM chunk
JOIN document ON document.id = chunk.document_id
JOIN root ON root.id = document.root_id;`

/**
 * Full-text search for any SQLite client. It would add an eighth to every file, so it is created on request. Its rows have the ids
 * of chunks; the triggers keep it up to date.
 */
export const sqlSearch = `
CREATE VIRTUAL TABLE chunks_fts USING fts5 (
  text, id UNINDEXED, path UNINDEXED, source UNINDEXED, model UNINDEXED, start_line UNINDEXED, end_line UNINDEXED,
  content = 'chunks', tokenize = 'porter unicode61'
);
CREATE TRIGGER chunk_added AFTER INSERT ON chunk BEGIN
  INSERT INTO chunks_fts (rowid, text) VALUES (NEW.id, NEW.text);
END;
CREATE TRIGGER chunk_removed AFTER DELETE ON chunk BEGIN
  INSERT INTO chunks_fts (chunks_fts, rowid, text) VALUES ('delete', OLD.id, OLD.text);
END;
DROP VIEW IF EXISTS memory_fts;
CREATE VIEW memory_fts AS
SELECT chunks_fts AS memory_fts, text AS content, path AS source_file, id AS chunk_id, rank FROM chunks_fts;
INSERT INTO chunks_fts (rowid, text) SELECT id, text FROM chunk;`

/** The SQL of version 1 of the schema, then of each later version. A released version never changes. */
export const schemaSteps: readonly string[] = [
  [roots, documents, keywordIndex, vectors, notes, views].join('\n'),
]
