import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { orUndefined, writeWhole } from '@recallite/command-line'
import { redactSecrets } from '@recallite/core/tools'

/**
 * opencode stores all conversations in one database. Writes those that have changed to a folder, one file per session, without secrets,
 * and removes those that opencode deleted. If the database cannot be read, the files stay as they are.
 */
export function mirrorOpencode(database: string, folder: string): void {
  if (existsSync(database)) orUndefined(() => mirror(database, folder))
}

function mirror(database: string, folder: string): void {
  const sqlite = process.getBuiltinModule('node:sqlite')
  const opened = new sqlite.DatabaseSync(database, { readOnly: true })
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const sessions = opened.prepare('SELECT id, time_updated FROM session WHERE parent_id IS NULL').all()
    const names = new Map(
      sessions.map((row) => [`${String(row['id']).replaceAll(/[^\w-]/gu, '_')}.jsonl`, row]),
    )
    for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name), { force: true })
    for (const [name, row] of names) {
      const file = join(folder, name)
      const isCurrent = existsSync(file) && statSync(file).mtimeMs > Number(row['time_updated'])
      if (!isCurrent) writeWhole(file, linesOf(opened, String(row['id'])), { mode: 0o600, isLasting: false })
    }
  } finally {
    opened.close()
  }
}

const texts = `SELECT json_extract(message.data, '$.role') AS role, json_extract(part.data, '$.text') AS content,
    message.time_created AS timestamp
  FROM message JOIN part ON part.message_id = message.id
  WHERE message.session_id = ? AND json_extract(part.data, '$.type') = 'text'
    AND coalesce(json_extract(part.data, '$.synthetic'), 0) = 0
  ORDER BY message.time_created, message.id, part.id`

function linesOf(opened: DatabaseSync, session: string): string[] {
  const rows = opened.prepare(texts).all(session)
  const lines = rows.map((row) => ({ ...row, content: redactSecrets(String(row['content'])) }))
  return [{ type: 'session', id: session }, ...lines].map((line) => `${JSON.stringify(line)}\n`)
}
