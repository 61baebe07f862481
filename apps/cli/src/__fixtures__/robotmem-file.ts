import { createRequire } from 'node:module'

/** The columns of robotmem's tables (src/robotmem/schema.py of robotmem/robotmem), which its file keeps with a log. */
const tables = `
PRAGMA journal_mode = WAL;
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, collection TEXT NOT NULL DEFAULT 'default',
  type TEXT NOT NULL DEFAULT 'fact', content TEXT NOT NULL, human_summary TEXT, context TEXT, perception_type TEXT,
  perception_data BLOB, perception_metadata TEXT, concept TEXT, category TEXT DEFAULT 'observation',
  confidence REAL NOT NULL DEFAULT 0.9, decay_rate REAL NOT NULL DEFAULT 0.01, source TEXT DEFAULT 'tool',
  scope TEXT DEFAULT 'project', status TEXT NOT NULL DEFAULT 'active', superseded_by INTEGER, invalidated_reason TEXT,
  invalidated_at TEXT, content_hash TEXT, media_hash TEXT, access_count INTEGER DEFAULT 0, return_count INTEGER DEFAULT 0,
  last_accessed TEXT, last_validated TEXT, embedding BLOB, scope_files TEXT DEFAULT '[]', scope_entities TEXT DEFAULT '[]',
  created_at TEXT, updated_at TEXT
);
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, external_id TEXT UNIQUE, collection TEXT NOT NULL DEFAULT 'default', context TEXT,
  session_count INTEGER DEFAULT 1, status TEXT DEFAULT 'active', client_type TEXT DEFAULT 'mcp_direct',
  created_at TEXT, updated_at TEXT
);
CREATE TABLE session_outcomes (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, score REAL, created_at TEXT);
CREATE TABLE memory_tags (
  memory_id INTEGER NOT NULL, tag TEXT NOT NULL, source TEXT NOT NULL DEFAULT 'auto', created_at TEXT,
  PRIMARY KEY (memory_id, tag)
);`

const rows = `
INSERT INTO memories (session_id, content, context, confidence, created_at) VALUES
  ('episode-7', 'Grip force of 12.5 N holds the cup.',
   '{"params":{"grip_force":{"value":12.5,"unit":"N"}},"task":{"success":true},"spatial":{"object_position":[1.3,0.7,0.42]}}',
   0.85, '2026-02-11T08:00:00.000'),
  ('episode-7', 'Grip force of 3 N drops the cup.',
   '{"params":{"grip_force":{"value":3,"unit":"N"}},"task":{"success":false},"spatial":{"object_position":[1.3,0.2,0.42]}}',
   0.4, '2026-02-11T08:01:00.000');
INSERT INTO memories (content, status, superseded_by, collection, created_at) VALUES
  ('Grip force was unknown.', 'superseded', 1, 'slow', '2026-02-10T08:00:00.000');
INSERT INTO memories (content, status) VALUES ('Grip force of 99 N is fine.', 'invalidated');
INSERT INTO sessions (external_id, context, status, created_at, updated_at) VALUES
  ('episode-7', '{"robot_id":"arm-01","task":"push"}', 'ended', '2026-02-11T07:00:00.000', '2026-02-11T09:00:00.000');
INSERT INTO session_outcomes (session_id, score) VALUES ('episode-7', 0.75);
INSERT INTO memory_tags (memory_id, tag) VALUES (1, 'config');`

interface Driver {
  new (path: string): { exec(sql: string): void; close(): void }
}

/** Writes a database as robotmem makes it, with a session of two memories, one that is superseded and one invalidated. */
export function writeRobotmem(path: string): void {
  const near = createRequire(import.meta.resolve('@recallite/store-sqlite'))
  const SqlFile = near('better-sqlite3') as Driver
  const database = new SqlFile(path)
  for (const sql of [tables, rows]) database.exec(sql)
  database.close()
}
