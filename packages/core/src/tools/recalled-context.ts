import type { MemoryRecord } from '@recallite/store/records'
import type { Root } from '@recallite/store'
import type { SearchResult } from '../search/answer.js'
import { createMarker, type EnclosedNote, encloseNotes } from './enclose.js'
import { capTokens, withinBudget } from './fit-answer.js'
import { toRecordNote, toToolRecord } from './record-tools.js'
import { toNote } from './search-text.js'
import { toResult } from './search-tool.js'

/** Maximum tokens of a text that a host adds to a conversation, and of one note in it, so that several fit. */
const [maxTokens, maxNoteTokens] = [600, 250]

/** A text that a host adds to a conversation, and how many of the notes it has, from the first one; empty if there are none. */
export interface RecalledContext {
  readonly text: string
  readonly count: number
}

/** Search results as data, for a host that adds them to a conversation unprompted. */
export function recalledContext(results: readonly SearchResult[], roots: readonly Root[]): RecalledContext {
  const notes = results.map((result) => toNote(toResult(result, roots, false)))
  return renderContext('From memory, possibly relevant to this prompt.', notes)
}

/** The latest records as data, in the given order. */
export function latestContext(records: readonly MemoryRecord[]): RecalledContext {
  const notes = records.map((record) => toRecordNote(toToolRecord(record)))
  return renderContext('The latest records in memory.', notes)
}

function renderContext(opening: string, notes: readonly EnclosedNote[]): RecalledContext {
  const short = notes.map(shorten)
  const marker = createMarker(short)
  const { included, text } = withinBudget(
    short,
    maxTokens,
    (some) => `${opening} ${encloseNotes(some, marker)}`,
  )
  return { text: included.length === 0 ? '' : text, count: included.length }
}

function shorten(note: EnclosedNote): EnclosedNote {
  const capped = capTokens(note.text, maxNoteTokens)
  return capped ? { ...note, text: `${capped.text} …` } : note
}
