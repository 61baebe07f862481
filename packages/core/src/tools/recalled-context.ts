import type { MemoryRecord } from '@recallite/store/records'
import type { Root } from '@recallite/store'
import type { SearchResult } from '../search/answer.js'
import { createMarker, type EnclosedNote, encloseNotes } from './enclose.js'
import { capTokens, withinBudget } from './fit-answer.js'
import { toRecordNote, toToolRecord } from './record-tools.js'
import { toNote } from './search-text.js'
import { toResult } from './search-tool.js'

/** The most tokens of a text that a host adds to a conversation by itself, and of one note in it, so that several fit. */
const [mostTokens, noteTokens] = [600, 250]

/** What a search found, for a host to add to a conversation without being asked: as data; empty if there is nothing. */
export function recalledContext(results: readonly SearchResult[], roots: readonly Root[]): string {
  const notes = results.map((found) => toNote(toResult(found, roots, false)))
  return renderContext('From memory, as it may bear on this prompt.', notes)
}

/** What was told latest, likewise: the first records come first. */
export function latestContext(records: readonly MemoryRecord[]): string {
  const notes = records.map((record) => toRecordNote(toToolRecord(record)))
  return renderContext('What memory was told latest.', notes)
}

function renderContext(opening: string, notes: readonly EnclosedNote[]): string {
  const short = notes.map(shorten)
  const marker = createMarker(short)
  const { kept, text } = withinBudget(short, mostTokens, (some) => `${opening} ${encloseNotes(some, marker)}`)
  return kept.length === 0 ? '' : text
}

function shorten(note: EnclosedNote): EnclosedNote {
  const capped = capTokens(note.text, noteTokens)
  return capped ? { ...note, text: `${capped.text} …` } : note
}
