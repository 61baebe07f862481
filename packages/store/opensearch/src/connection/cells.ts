import { StoreError } from '@recallite/store'
import { read, writeOne, type Session } from './session.js'

/** The names of the JSON values of a store: small, read as they are now, and replaced as a whole. */
export type Cell =
  | 'schema'
  | 'roots'
  | 'spaces'
  | 'lease'
  | 'generation'
  | `unused-${string}`
  | `note-${string}`

async function readStored<Value>(session: Session, cell: Cell) {
  const [stored] = await read<{ readonly json: string }>(session, 'meta', [{ _id: cell }])
  if (!stored) return { value: undefined, over: { op_type: 'create' } }
  return { value: JSON.parse(stored.source.json) as Value, over: stored.over }
}

/** Reads a value; undefined if it was never written. */
export async function readCell<Value>(session: Session, cell: Cell): Promise<Value | undefined> {
  return (await readStored<Value>(session, cell)).value
}

/** Replaces a value. */
export async function writeCell(session: Session, cell: Cell, value: unknown): Promise<void> {
  await writeOne(session, 'meta', { id: cell, body: { json: JSON.stringify(value) } })
}

const maxTries = 100

/**
 * Replaces a value by one that follows from it, also if other processes do so at the same time.
 * @param edit undefined: the value stays
 * @returns whether it was replaced
 */
export async function changeCell<Value>(
  session: Session,
  cell: Cell,
  edit: (value: Value | undefined) => Value | undefined,
): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { value, over } = await readStored<Value>(session, cell)
    const next = edit(value)
    if (next === undefined) return false
    const body = { json: JSON.stringify(next) }
    const { status } = await writeOne(session, 'meta', { id: cell, query: { ...over }, body, allowed: [409] })
    if (status !== 409) return true
  }
  const { displayUrl } = session.requests.address
  throw new StoreError(
    'STORE_BUSY',
    `Other processes keep changing the ${cell} of ${displayUrl}. Try again in a moment.`,
  )
}
