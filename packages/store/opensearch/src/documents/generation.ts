import { randomUUID } from 'node:crypto'
import { readCell, writeCell } from '../connection/cells.js'
import type { Session } from '../connection/session.js'

/** The name of the current state of the data, which each write changes. */
export const readGeneration = async (session: Session): Promise<string> =>
  (await readCell<string>(session, 'generation')) ?? ''

export const countWrite = (session: Session): Promise<void> => writeCell(session, 'generation', randomUUID())
