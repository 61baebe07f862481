import { randomUUID } from 'node:crypto'
import { readCell, writeCell } from '../connection/cells.js'
import type { Session } from '../connection/session.js'

/** See `StoreCapabilities.generation`. */
export const readGeneration = async (session: Session): Promise<string> =>
  (await readCell<string>(session, 'generation')) ?? ''

export const countWrite = (session: Session): Promise<void> => writeCell(session, 'generation', randomUUID())
