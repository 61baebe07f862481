import type { Session } from './connections.js'
import type { DocumentKind } from './document-kind.js'
import { decodeText, encodeText } from './text-code.js'
import { textKey } from './values.js'

/** Reads and writes the notes about a kind by their names; `s` is the name of the schema. */
export function createNotes(s: string, about: DocumentKind) {
  return {
    async read(session: Session, name: string): Promise<string | undefined> {
      const { rows } = await session.query<{ value: string }>(
        `SELECT value FROM ${s}.note WHERE about = '${about}' AND key = $1`,
        [textKey(name)],
      )
      const [row] = rows
      return row && decodeText(row.value)
    },

    async write(session: Session, name: string, value: string): Promise<void> {
      await session.query(
        `INSERT INTO ${s}.note (about, key, name, value) VALUES ('${about}', $1, $2, $3)
         ON CONFLICT (key, about) DO UPDATE SET value = excluded.value`,
        [textKey(name), encodeText(name), encodeText(value)],
      )
    },
  }
}
