import { StoreError } from '@recallite/store'
import { writeOne, type Session } from './session.js'

/** The names of the JSON values of a store: small, read as they are now, and replaced as a whole. */
export type Cell = 'schema' | 'roots' | 'spaces' | 'lease' | 'generation' | `note-${string}`

interface Stored {
  readonly found: boolean
  readonly _seq_no: number
  readonly _primary_term: number
  readonly _source: { readonly json: string }
}

/** Reads a value; undefined if it was never written. */
export async function readCell<Value>(session: Session, cell: Cell): Promise<Value | undefined> {
  return (await readStored<Value>(session, cell)).value
}

/** Replaces a value. */
export async function writeCell(session: Session, cell: Cell, value: unknown): Promise<void> {
  await writeOne(session, session.index('meta'), {
    method: 'PUT',
    id: cell,
    body: { json: JSON.stringify(value) },
  })
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
    const { value, version } = await readStored<Value>(session, cell)
    const next = edit(value)
    if (next === undefined) return false
    const { status } = await writeOne(session, session.index('meta'), {
      method: 'PUT',
      id: cell,
      query: version,
      body: { json: JSON.stringify(next) },
      allowed: [409],
    })
    if (status !== 409) return true
  }
  const { displayUrl } = session.requests.address
  throw new StoreError(
    'STORE_BUSY',
    `Other processes keep changing the ${cell} of ${displayUrl}. Try again in a moment.`,
  )
}

async function readStored<Value>({ requests, index }: Session, cell: Cell) {
  const { status, body } = await requests.send<Stored>({
    method: 'GET',
    path: `/${index('meta')}/_doc/${encodeURIComponent(cell)}`,
    allowed: [404],
  })
  if (status === 404 || !body.found) return { value: undefined, version: { op_type: 'create' } }
  const version = { if_seq_no: body._seq_no, if_primary_term: body._primary_term }
  return { value: JSON.parse(body._source.json) as Value, version }
}
