import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { RecordInput } from '@recallite/records'
import { newPath, readContents, withRecords } from './__fixtures__/sample-records.js'
import { readRobotmem } from '../records.js'

/** The columns of robotmem's tables (src/robotmem/schema.py of robotmem/robotmem), as far as they have a type or a default. */
const tables = `
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, collection TEXT NOT NULL DEFAULT 'default',
  type TEXT NOT NULL DEFAULT 'fact', content TEXT NOT NULL, human_summary TEXT, context TEXT, perception_type TEXT,
  perception_data BLOB, perception_metadata TEXT, concept TEXT, category TEXT DEFAULT 'observation',
  confidence REAL NOT NULL DEFAULT 0.9, decay_rate REAL NOT NULL DEFAULT 0.01, source TEXT DEFAULT 'tool',
  scope TEXT DEFAULT 'project', status TEXT NOT NULL DEFAULT 'active', superseded_by INTEGER, invalidated_reason TEXT,
  invalidated_at TEXT, content_hash TEXT, media_hash TEXT, access_count INTEGER DEFAULT 0, return_count INTEGER DEFAULT 0,
  last_accessed TEXT, last_validated TEXT, embedding BLOB, scope_files TEXT DEFAULT '[]', scope_entities TEXT DEFAULT '[]',
  created_at TEXT DEFAULT '2026-02-11T08:00:00.000', updated_at TEXT
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
INSERT INTO memories (session_id, content, context, confidence, access_count, scope_files) VALUES
  ('episode-7', 'grip_force=12.5N yields highest grasp success rate',
   '{"params":{"grip_force":{"value":12.5,"unit":"N"}},"task":{"success":true},"spatial":{"object_position":[1.3,0.7,0.42]}}',
   0.85, 3, '["grip.py"]');
INSERT INTO memories (content, status, superseded_by, confidence) VALUES ('push at 0.1 m/s', 'superseded', 3, 0.3);
INSERT INTO memories (content, human_summary) VALUES ('push at 0.2 m/s', 'Push faster');
INSERT INTO memories (content, status) VALUES ('wrong', 'invalidated');
INSERT INTO memories (content, type, perception_type, perception_data, collection) VALUES
  ('Grasp trajectory: 30 steps', 'perception', 'procedural', x'00FF', 'traces');
INSERT INTO sessions (external_id, context, status) VALUES ('episode-7', '{"robot_id":"arm-01","task":"push"}', 'ended');
INSERT INTO session_outcomes (session_id, score) VALUES ('episode-7', 0.75);
INSERT INTO memory_tags (memory_id, tag) VALUES (1, 'config'), (1, 'observation');`

function robotmemFile(...statements: string[]): string {
  const path = newPath()
  const database = new Database(path)
  for (const sql of statements) database.exec(sql)
  database.close()
  return path
}

describe('a database of robotmem', () => {
  it('is read with its memories, sessions, tags and scores, and stays as it is', async () => {
    const path = robotmemFile(tables, rows)
    const before = readFileSync(path)
    const { sessions, records, invalidated } = await readRobotmem(path)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(invalidated).toBe(1)
    expect(sessions).toMatchObject([
      { id: 'episode-7', context: { task: 'push', robotmem: { outcome_scores: [0.75] } } },
    ])
    expect(records.map(({ content }) => content)).toEqual([
      'grip_force=12.5N yields highest grasp success rate',
      'push at 0.1 m/s',
      'push at 0.2 m/s',
      'Grasp trajectory: 30 steps',
    ])
  })

  it('C8, C9: goes into a store with confidence, session and context, and only once', async () => {
    const { sessions, records } = await readRobotmem(robotmemFile(tables, rows))
    await withRecords(newPath(), async (store) => {
      for (const session of sessions) await store.startSession(session)
      const outcomes = await store.put(records)
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'added', 'added'])
      const again = await store.put(records as readonly RecordInput[])
      expect(again.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known', 'known'])
      const contents = await readContents(store)
      expect(contents.sessions).toMatchObject([
        { id: 'episode-7', records: 1, endedAt: Date.UTC(2026, 1, 11, 9) },
      ])
      const [grip, slow, fast, trace] = outcomes.map(({ record }) => record)
      expect(grip).toMatchObject({
        session: 'episode-7',
        confidence: 0.85,
        accessCount: 3,
        tags: ['config', 'observation'],
      })
      expect(grip?.context).toMatchObject({
        task: { success: true },
        spatial: { object_position: [1.3, 0.7, 0.42] },
      })
      expect(slow).toMatchObject({ status: 'superseded', supersededBy: fast?.id, confidence: 0.3 })
      expect(fast).toMatchObject({ summary: 'Push faster', status: 'active', confidence: 0.9 })
      // Bytes have no place in a context.
      expect(trace?.context).toEqual({ robotmem: { type: 'perception', perception_type: 'procedural' } })
    })
  })

  it('of an older version, without columns and tables that came later, is read as far as it goes', async () => {
    const old = `CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT, collection TEXT, status TEXT, confidence REAL);
      INSERT INTO memories VALUES (1, 'one', 'default', 'active', 0.5)`
    const { sessions, records } = await readRobotmem(robotmemFile(old))
    expect([sessions, records]).toMatchObject([
      [],
      [{ content: 'one', confidence: 0.5, tags: [], context: {} }],
    ])
  })

  it('is none without its tables, or if it is no database, and has to be there', async () => {
    await expect(readRobotmem(robotmemFile('CREATE TABLE memories (id, text)'))).rejects.toMatchObject({
      code: 'RECORD_NOT_ROBOTMEM',
      message: expect.stringContaining('~/.robotmem'),
    })
    const text = newPath()
    writeFileSync(text, 'A text of some length that is no database at all, whatever its name is.')
    await expect(readRobotmem(text)).rejects.toMatchObject({ code: 'RECORD_NOT_ROBOTMEM' })
    await expect(readRobotmem(newPath())).rejects.toMatchObject({ code: 'RECORDS_UNAVAILABLE' })
  })
})
