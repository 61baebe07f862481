import type { Notes } from '@recallite/store'
import { readCell, writeCell, type Cell } from '../connection/cells.js'
import type { Session } from '../connection/session.js'
import { textKey } from '../keyword/index-words.js'

export const noteCell = (name: string): Cell => `note-${textKey(name)}`

export const createNotes = (session: Session): Notes => ({
  read: (name) => readCell<string>(session, noteCell(name)),
  write: (name, value) => writeCell(session, noteCell(name), value),
})
