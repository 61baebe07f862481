import { RecordError } from '@recallite/records'

/** The failure to read a record that is damaged in both copies. */
export const damagedRecord = (id: string): RecordError => damaged('record', id)

/** The failure to read a session that is damaged in both copies. */
export const damagedSession = (id: string): RecordError => damaged('session', id)

function damaged(what: string, id: string): RecordError {
  return new RecordError(
    'RECORDS_CORRUPT',
    `The ${what} ${id} is damaged in both of its copies. Run 'recallite doctor --repair': it takes the ${what} out and keeps all others.`,
  )
}
