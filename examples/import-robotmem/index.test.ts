import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { importRecords } from '@recallite/store/records'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'

const program = fileURLToPath(new URL('index.js', import.meta.url))

/** The columns of robotmem's tables (src/robotmem/schema.py of robotmem/robotmem). Its database has a write-ahead log. */
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
  created_at TEXT DEFAULT '2026-02-11T08:00:00.500', updated_at TEXT
);
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, external_id TEXT UNIQUE, collection TEXT NOT NULL DEFAULT 'default', context TEXT,
  session_count INTEGER DEFAULT 1, status TEXT DEFAULT 'active', client_type TEXT DEFAULT 'mcp_direct',
  created_at TEXT DEFAULT '2026-02-11T07:00:00.000', updated_at TEXT DEFAULT '2026-02-11T09:00:00.000'
);
CREATE TABLE session_outcomes (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, score REAL, created_at TEXT);
CREATE TABLE memory_tags (
  memory_id INTEGER NOT NULL, tag TEXT NOT NULL, source TEXT NOT NULL DEFAULT 'auto', created_at TEXT,
  PRIMARY KEY (memory_id, tag)
);`

const rows = `
INSERT INTO memories (session_id, content, human_summary, context, confidence, access_count, scope_files, last_accessed)
  VALUES ('episode-7', 'grip_force=12.5N holds the cup', 'grip_force=12.5N',
   '{"params":{"grip_force":{"value":12.5,"unit":"N"}},"spatial":{"object_position":[1.3,0.7,0.42]}}',
   0.85, 3, '["grip.py",1]', '2026-02-12T08:00:00.000');
INSERT INTO memories (content, status, superseded_by, confidence) VALUES ('push at 0.1 m/s', 'superseded', 3, 0.3);
INSERT INTO memories (content, human_summary) VALUES ('push at 0.2 m/s', 'Push faster');
INSERT INTO memories (content, status) VALUES ('wrong', 'invalidated');
INSERT INTO memories (content, type, perception_type, perception_data, collection, context) VALUES
  ('Grasp trajectory: 30 steps', 'perception', 'procedural', x'00FF', 'traces', 'in the kitchen');
INSERT INTO sessions (external_id, context, status) VALUES ('episode-7', '{"robot_id":"arm-01"}', 'ended');
INSERT INTO sessions (external_id) VALUES (NULL);
INSERT INTO session_outcomes (session_id, score) VALUES ('episode-7', 0.75);
INSERT INTO memory_tags (memory_id, tag) VALUES (1, 'config'), (1, 'observation');`

function robotmemFile(...statements: string[]): string {
  const path = join(temporaryFolder(), 'memory.db')
  const database = new DatabaseSync(path)
  for (const sql of statements) database.exec(sql)
  database.close()
  return path
}

async function linesOf(path: string) {
  const { stdout, stderr, exitCode } = await runProcess([program, path])
  const lines = stdout.trimEnd().split('\n')
  const objects = lines.map((line) => JSON.parse(line || 'null') as Record<string, unknown> | null)
  return { stdout, stderr, exitCode, lines: objects }
}

describe('a database of robotmem', () => {
  it('C8, C9: is imported with sessions, confidence and context, and only once', async () => {
    const path = robotmemFile(tables, rows)
    const before = readFileSync(path)
    const { stdout, stderr, exitCode } = await linesOf(path)
    expect([exitCode, stderr]).toEqual([0, 'Skipped 1 invalidated memories.\n'])
    expect(readFileSync(path).equals(before)).toBe(true)

    const store = await openSqliteRecords({ path: ':memory:' })
    onTestFinished(() => store.close())
    const items = await Array.fromAsync(importRecords([stdout]))
    for (const item of items) if (item.kind === 'session') await store.startSession(item.session)
    const inputs = items.flatMap((item) => (item.kind === 'record' ? item.record : []))
    const outcomes = await store.put(inputs)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'added', 'added'])
    const again = await store.put(inputs)
    expect(again.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known', 'known'])

    const [grip, slow, fast, trace] = outcomes.map(({ record }) => record)
    expect(grip).toMatchObject({
      collection: 'default',
      session: 'episode-7',
      content: 'grip_force=12.5N holds the cup',
      summary: null,
      confidence: 0.85,
      accessCount: 3,
      tags: ['config', 'observation'],
      scopeFiles: ['grip.py'],
      context: { params: { grip_force: { value: 12.5 } }, spatial: { object_position: [1.3, 0.7, 0.42] } },
      createdAt: Date.UTC(2026, 1, 11, 8, 0, 0, 500),
      lastAccessed: Date.UTC(2026, 1, 12, 8),
    })
    expect(slow).toMatchObject({ status: 'superseded', supersededBy: fast?.id, confidence: 0.3 })
    expect(fast).toMatchObject({ summary: 'Push faster', status: 'active', confidence: 0.9 })
    // A context cannot contain bytes.
    const robotmem = { type: 'perception', perception_type: 'procedural' }
    expect(trace).toMatchObject({
      collection: 'traces',
      context: { user_context: 'in the kitchen', robotmem },
    })
    const sessions = await store.listSessions()
    expect(sessions).toMatchObject([
      {
        id: 'episode-7',
        startedAt: Date.UTC(2026, 1, 11, 7),
        endedAt: Date.UTC(2026, 1, 11, 9),
        context: { robot_id: 'arm-01', robotmem: { outcome_scores: [0.75] } },
        records: 1,
      },
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), endedAt: null, records: 0 },
    ])
  })

  it('shortens a context that is too large, and skips a memory that is too large', async () => {
    const [deep, large] = [`${'['.repeat(1e5)}${']'.repeat(1e5)}`, JSON.stringify('x'.repeat(70_000))]
    const { lines, stderr, exitCode } = await linesOf(
      robotmemFile(
        tables,
        `INSERT INTO memories (content, type, perception_metadata, perception_data, context) VALUES
          ('large', 'perception', '"short"', '${large}', '{"a":1}'), ('deep', 'perception', '${deep}', NULL, ' '),
          ('too deep', 'fact', NULL, NULL, '{"a":${deep}}'), ('odd', 'fact', NULL, NULL, '[1]');
         UPDATE memories SET confidence = 7, created_at = 'once', scope_files = 'none' WHERE content = 'odd'`,
      ),
    )
    expect(lines).toMatchObject([
      { content: 'large', context: { a: 1, robotmem: { type: 'perception', perception_metadata: 'short' } } },
      { content: 'deep', context: { robotmem: { type: 'perception' } } },
      { content: 'odd', context: { user_context: '[1]' }, confidence: null, createdAt: null, scopeFiles: [] },
    ])
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/^Skipped memory 3: .*\(RECORD_INVALID_CONTEXT\)\n$/),
    ])
  })

  it('of an older version may lack columns and tables', async () => {
    const old = `CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT, collection TEXT, status TEXT, confidence REAL);
      INSERT INTO memories VALUES (1, 'one', 'default', 'active', 0.5)`
    const { lines } = await linesOf(robotmemFile(old))
    expect(lines).toMatchObject([{ content: 'one', confidence: 0.5, tags: [], context: {} }])
  })

  it('returns no rows of a view, which may be endless, and skips rows that are too large for a record', async () => {
    const endless = `CREATE VIEW memories AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
      SELECT id, 'x' AS content, 'c' AS collection, 'active' AS status, 0.5 AS confidence FROM n`
    const refused = await linesOf(robotmemFile(endless))
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('no table memories')])
    const large = `INSERT INTO memories (content, perception_data) VALUES
      (CAST(zeroblob(30000000) AS TEXT), NULL), ('bytes', zeroblob(30000000)), (zeroblob(30000000), NULL)`
    const { lines, stderr, exitCode } = await linesOf(robotmemFile(tables, large))
    expect([exitCode, lines]).toEqual([3, [expect.objectContaining({ content: 'bytes' })]])
    expect(stderr).toMatch(/^Skipped memory 1: .*longer.*\nSkipped memory 3: .*RECORD_/)
  })

  it('must exist, be a database, and have its tables', async () => {
    const text = join(temporaryFolder(), 'text')
    writeFileSync(text, 'A text of some length that is no database at all, whatever its name is.')
    const without = robotmemFile('CREATE TABLE memories (id, text)')
    for (const path of [without, text, join(text, 'missing'), temporaryFolder()]) {
      const { stdout, stderr, exitCode } = await linesOf(path)
      expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(path)])
    }
  })
})
