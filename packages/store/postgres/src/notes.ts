import type { Session } from './connections.js'
import { decodeText, encodeText } from './text-code.js'
import { textKey } from './values.js'

/** Reads the note of a name; `s` is the name of the schema. */
export async function readNote(session: Session, s: string, name: string): Promise<string | undefined> {
  const { rows } = await session.query<{ value: string }>(`SELECT value FROM ${s}.note WHERE key = $1`, [
    textKey(name),
  ])
  const [row] = rows
  return row && decodeText(row.value)
}

/** Writes the note of a name. */
export async function writeNote(
  session: Session,
  s: string,
  { name, value }: { name: string; value: string },
) {
  await session.query(
    `INSERT INTO ${s}.note (key, name, value) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [textKey(name), encodeText(name), encodeText(value)],
  )
}
