import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { mirrorOpencode } from './mirror-opencode.js'

/** A database with the tables of opencode 1.2 and later that are read. */
function conversations() {
  const folder = temporaryFolder()
  const file = join(folder, 'opencode.db')
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, data TEXT)`)
  const start = (id: string, parent: string | null = null, updated = 1) =>
    database.prepare('INSERT OR REPLACE INTO session VALUES (?, ?, ?)').run(id, parent, updated)
  let number = 0
  const say = (session: string, role: string, ...parts: object[]) => {
    number += 1
    const message = `msg_${number}`
    database
      .prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
      .run(message, session, number, JSON.stringify({ role }))
    for (const [index, part] of parts.entries())
      database
        .prepare('INSERT INTO part VALUES (?, ?, ?)')
        .run(`prt_${number}_${index}`, message, JSON.stringify(part))
  }
  const mirrored = join(folder, 'mirror')
  const mirror = () => mirrorOpencode(file, mirrored)
  const read = (name: string) =>
    readFileSync(join(mirrored, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  return { folder, database, start, say, mirror, mirrored, read }
}

describe('mirrorOpencode', () => {
  it('writes the texts of each session without secrets, output of tools and sessions of subagents', () => {
    const { start, say, mirror, mirrored, read } = conversations()
    start('ses_1')
    start('ses_2', 'ses_1')
    say(
      'ses_1',
      'user',
      { type: 'text', text: 'The password is hunter2!' },
      { type: 'text', text: 'A file', synthetic: true },
    )
    say(
      'ses_1',
      'assistant',
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Noted.' },
      { type: 'tool', state: {} },
    )
    mirror()
    expect(readdirSync(mirrored)).toEqual(['ses_1.jsonl'])
    expect(read('ses_1.jsonl')).toEqual([
      { type: 'session', id: 'ses_1' },
      { role: 'user', content: 'The password is [secret]', timestamp: 1 },
      { role: 'assistant', content: 'Noted.', timestamp: 2 },
    ])
  })

  it('writes only sessions that have changed, and removes deleted ones', () => {
    const { database, start, say, mirror, mirrored, read } = conversations()
    start('ses_1')
    start('ses_2')
    mirror()
    writeFileSync(join(mirrored, 'ses_1.jsonl'), '"as it was"\n')
    say('ses_1', 'user', { type: 'text', text: 'Later' })
    mirror()
    expect(read('ses_1.jsonl')).toEqual(['as it was'])
    start('ses_1', null, Date.now() + 60_000)
    database.exec("DELETE FROM session WHERE id = 'ses_2'")
    mirror()
    expect(read('ses_1.jsonl')).toHaveLength(2)
    expect(readdirSync(mirrored)).toEqual(['ses_1.jsonl'])
  })

  it('leaves the files as they are if there is no such database', () => {
    const { folder, mirrored } = conversations()
    mkdirSync(mirrored)
    writeFileSync(join(mirrored, 'ses_1.jsonl'), '"as it was"\n')
    writeFileSync(join(folder, 'other.db'), 'no database')
    mirrorOpencode(join(folder, 'other.db'), mirrored)
    mirrorOpencode(join(folder, 'none.db'), mirrored)
    expect(readdirSync(mirrored)).toEqual(['ses_1.jsonl'])
  })
})
