/*
 * Comments are between statements: SQLite stores the text of a statement, and `verify` compares it.
 */

/** The value at a key of an entry's body; null if the body is damaged or missing. */
const part = (key: string) => `body ->> '$.${key}'`
const generated = (value: string) =>
  `GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN ${value} END) VIRTUAL`

const entries = `
-- A record or a session: body is a JSON object, or null for a forgotten record. change increases with every change of any entry;
-- checksum is a CRC-32 of the other four columns. The generated columns follow from the body.
CREATE TABLE entry (
  change INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('record', 'session')),
  id TEXT NOT NULL,
  body TEXT,
  checksum INTEGER NOT NULL,
  collection TEXT ${generated(part('collection'))},
  session TEXT ${generated(part('session'))},
  status TEXT ${generated(part('status'))},
  hash TEXT ${generated(part('hash'))},
  expires_at INTEGER ${generated(part('expiresAt'))},
  at INTEGER ${generated(`coalesce(${['occurredAt', 'createdAt', 'startedAt'].map(part).join(', ')})`)},
  UNIQUE (kind, id)
) STRICT;
CREATE INDEX record_by_collection ON entry (collection, at, id) WHERE kind = 'record';
CREATE INDEX record_by_session ON entry (session, at, id) WHERE kind = 'record';
CREATE INDEX record_by_time ON entry (at, id) WHERE kind = 'record';
CREATE INDEX record_by_hash ON entry (hash, collection, id) WHERE kind = 'record';
CREATE INDEX record_by_expiry ON entry (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX session_by_time ON entry (at, id) WHERE kind = 'session';

-- A second copy of each entry, on other pages of the file.
CREATE TABLE entry_copy (
  change INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT,
  checksum INTEGER NOT NULL,
  UNIQUE (kind, id)
) STRICT;

-- How often a record was returned and accessed; separate from the entry, so that counting does not change the record.
CREATE TABLE record_use (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  access_count INTEGER NOT NULL,
  return_count INTEGER NOT NULL,
  last_accessed INTEGER,
  checksum INTEGER NOT NULL
) STRICT;

-- Identifies this file's change numbers: another file has another name.
CREATE TABLE source (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO source (name) VALUES (lower(hex(randomblob(16))));`

/** A stable view for any SQLite client, even if the tables change. */
const views = `
CREATE VIEW records AS
SELECT
  entry.id AS id, entry.collection AS collection, entry.session AS session, entry.status AS status,
  ${part('origin')} AS origin, ${part('client')} AS client, ${part('content')} AS content, ${part('summary')} AS summary, ${part('tags')} AS tags,
  ${part('confidence')} AS confidence, ${part('context')} AS context,
  strftime('%Y-%m-%dT%H:%M:%fZ', (${part('occurredAt')}) / 1000.0, 'unixepoch') AS occurred_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', (${part('createdAt')}) / 1000.0, 'unixepoch') AS created_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', (${part('expiresAt')}) / 1000.0, 'unixepoch') AS expires_at,
  coalesce(record_use.access_count, 0) AS access_count, coalesce(record_use.return_count, 0) AS return_count
FROM entry
LEFT JOIN record_use ON record_use.id = entry.id
WHERE entry.kind = 'record' AND entry.body IS NOT NULL;`

/** The SQL of version 1 of the schema, then of each later version. A released version never changes. */
export const recordSteps: readonly string[] = [[entries, views].join('\n')]
