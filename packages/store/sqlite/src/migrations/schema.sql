CREATE INDEX chunk_by_id ON chunk (id, public_id);

CREATE INDEX chunk_word_list_by_length ON chunk_word_list (chunk_id, length);

CREATE INDEX document_by_language ON document (language);

CREATE INDEX document_field_by_document ON document_field (document_id);

CREATE INDEX embedding_input_by_hash ON embedding_input (text_hash);

CREATE INDEX vector_unsealed ON vector (id) WHERE checksum IS NULL;

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
  created_at INTEGER NOT NULL, checksum INTEGER,
  UNIQUE (document_id, position)
) STRICT;

CREATE VIRTUAL TABLE chunk_forms USING fts5 (
  forms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

CREATE TABLE chunk_sections (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunk (id) ON DELETE CASCADE,
  titles TEXT NOT NULL
) STRICT;

CREATE TABLE chunk_word_list (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunk (id) ON DELETE CASCADE,
  length INTEGER NOT NULL,
  words BLOB NOT NULL
, index_checksum INTEGER) STRICT;

CREATE VIRTUAL TABLE chunk_words USING fts5 (
  words, parts, place, content = '', contentless_delete = 1, tokenize = 'ascii'
);

CREATE TABLE common_word (
  kind TEXT NOT NULL CHECK (kind IN ('stem', 'form')),
  word TEXT NOT NULL,
  chunks INTEGER NOT NULL,
  PRIMARY KEY (kind, word)
) STRICT, WITHOUT ROWID;

CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL REFERENCES root (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  title TEXT NOT NULL,
  metadata TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  recipe TEXT NOT NULL,
  stamp TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, date TEXT, language TEXT, is_secret INTEGER NOT NULL DEFAULT 0 CHECK (is_secret IN (0, 1)), checksum INTEGER,
  UNIQUE (root_id, path)
) STRICT;

CREATE TABLE document_field (
  key TEXT NOT NULL,
  text TEXT NOT NULL,
  document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  number REAL,
  first TEXT,
  last TEXT,
  PRIMARY KEY (key, text, document_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE embedding_input (
  chunk_id INTEGER NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text_hash BLOB NOT NULL,
  prefix TEXT NOT NULL,
  text_from INTEGER NOT NULL,
  text_to INTEGER NOT NULL,
  PRIMARY KEY (chunk_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE keyword_total (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  chunks INTEGER NOT NULL,
  words INTEGER NOT NULL,
  counted INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0
, common_checksum INTEGER, deleted INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at INTEGER NOT NULL,
  seal TEXT
) STRICT;

CREATE TABLE note (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
, checksum INTEGER) STRICT, WITHOUT ROWID;

CREATE TABLE root (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> '' AND instr(name, ':') = 0),
  path TEXT NOT NULL UNIQUE
, kind TEXT NOT NULL DEFAULT 'folder' CHECK (kind IN ('folder', 'sessions')), include TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(include)), checksum INTEGER) STRICT;

CREATE TABLE row_copy (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  key TEXT NOT NULL,
  content TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  UNIQUE (source, key)
) STRICT;

CREATE TABLE space (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL CHECK (dimensions > 0),
  prompt_style TEXT NOT NULL,
  created_at INTEGER NOT NULL, source TEXT, canary BLOB, is_filled INTEGER NOT NULL DEFAULT 0 CHECK (is_filled IN (0, 1)), chosen INTEGER NOT NULL DEFAULT 0, checksum INTEGER,
  UNIQUE (provider, model, dimensions, prompt_style)
) STRICT;

CREATE TABLE unused_text (
  text_hash BLOB PRIMARY KEY,
  since INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE vector (
  id INTEGER PRIMARY KEY CHECK (id >> 40 = space_id),
  space_id INTEGER NOT NULL REFERENCES space (id) ON DELETE CASCADE,
  text_hash BLOB NOT NULL,
  value BLOB NOT NULL,
  created_at INTEGER NOT NULL, checksum INTEGER,
  UNIQUE (space_id, text_hash)
) STRICT;

CREATE TRIGGER note_copy_removed AFTER DELETE ON note BEGIN
  DELETE FROM row_copy WHERE source = 'note' AND key = OLD.name;
END;

CREATE TRIGGER root_copy_removed AFTER DELETE ON root BEGIN
  DELETE FROM row_copy WHERE source = 'root' AND key = OLD.id;
END;

CREATE TRIGGER space_copy_removed AFTER DELETE ON space BEGIN
  DELETE FROM row_copy WHERE source = 'space' AND key = OLD.id;
END;

CREATE TRIGGER word_list_added AFTER INSERT ON chunk_word_list BEGIN
  UPDATE keyword_total
  SET chunks = chunks + 1, words = words + NEW.length, changed = changed + 1 WHERE id = 1;
END;

CREATE TRIGGER word_list_removed AFTER DELETE ON chunk_word_list BEGIN
  UPDATE keyword_total
  SET chunks = chunks - 1, words = words - OLD.length, changed = changed + 1, deleted = deleted + 1 WHERE id = 1;
  DELETE FROM chunk_words WHERE rowid = OLD.chunk_id;
  DELETE FROM chunk_forms WHERE rowid = OLD.chunk_id;
END;

CREATE VIEW chunks AS
SELECT
  chunk.public_id AS id,
  root.name AS root,
  document.path AS path,
  chunk.position AS chunk_index,
  chunk.heading AS heading,
  chunk.start_line AS start_line,
  chunk.end_line AS end_line,
  chunk.start_column AS start_column,
  chunk.end_column AS end_column,
  chunk.text AS text,
  chunk.tokens AS tokens,
  (
    SELECT group_concat(space.model, ', ')
    FROM space
    WHERE EXISTS (
      SELECT 1 FROM embedding_input
      JOIN vector ON vector.text_hash = embedding_input.text_hash
      WHERE embedding_input.chunk_id = chunk.id AND vector.space_id = space.id
    )
  ) AS model,
  strftime('%Y-%m-%dT%H:%M:%fZ', chunk.created_at / 1000.0, 'unixepoch') AS created_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', document.updated_at / 1000.0, 'unixepoch') AS updated_at
FROM chunk
JOIN document ON document.id = chunk.document_id
JOIN root ON root.id = document.root_id;

CREATE VIEW documents AS
SELECT
  root.name AS root,
  document.path AS path,
  document.title AS title,
  document.metadata AS metadata,
  (SELECT count(*) FROM chunk WHERE chunk.document_id = document.id) AS chunks,
  strftime('%Y-%m-%dT%H:%M:%fZ', document.created_at / 1000.0, 'unixepoch') AS created_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', document.updated_at / 1000.0, 'unixepoch') AS updated_at
FROM document
JOIN root ON root.id = document.root_id;
