import { createHash } from 'node:crypto'
import { additionToJson, isSameJson, removalFromJson, valueInJson } from './edit-json.js'
import type { Entry, Insertion, Range } from './edit-json.js'
import { additionToToml, removalFromToml, valueInToml } from './edit-toml.js'

export type { Entry }

/** The content of a file; undefined: there is no file. */
export type Content = string | undefined

/** How a content was changed, and how to change it back; contains nothing of what was there before. */
export interface Change {
  readonly entry: Entry
  /** The hash of the content before; null: there was no file. */
  readonly before: string | null
  readonly after: string
  /** The parts that were added, in the content after. */
  readonly added: readonly Range[]
  /** How many objects and lists around the entry were added with it. */
  readonly created: number
}

/** `similar`: something else is at the path, or an entry for the same purpose is in the list. */
export type EntryState = 'absent' | 'equal' | 'similar'

/** Whether a content has an entry. Throws EditError if it is not valid. */
export function stateOf(content: Content, { kind, path, value }: Entry): EntryState {
  if (content === undefined) return 'absent'
  if (kind === 'file') return content === value ? 'equal' : 'similar'
  const found = kind === 'table' ? valueInToml(content, path) : valueInJson(content, path)
  if (found === undefined) return 'absent'
  if (kind === 'item') return stateInList(found, value)
  return isSameJson(found, value) ? 'equal' : 'similar'
}

/** Anything that is no list is reported when the item is added. */
function stateInList(found: unknown, value: unknown): EntryState {
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  if (items.some((item) => isSameJson(item, value))) return 'equal'
  const [hook = '\0'] = /\bhook [\w-]+/u.exec(JSON.stringify(value)) ?? []
  const isOurs = (text: string) => text.includes(hook) && /recallite|bin\.js/u.test(text)
  return items.some((item) => isOurs(JSON.stringify(item))) ? 'similar' : 'absent'
}

/** Adds an entry that is absent. Throws EditError if that is not possible. */
export function addEntry(content: Content, entry: Entry) {
  const { insertions, created } = additionTo(content ?? '', entry)
  const [text, added] = insert(content ?? '', insertions)
  const before = content === undefined ? null : hashOf(content)
  const change: Change = { entry, before, after: hashOf(text), added, created }
  return { content: text, change }
}

function additionTo(text: string, entry: Entry): { insertions: readonly Insertion[]; created: number } {
  if (entry.kind === 'file') return { insertions: [{ offset: 0, text: String(entry.value) }], created: 0 }
  if (entry.kind === 'table') return { insertions: [additionToToml(text, entry)], created: 0 }
  return additionToJson(text, entry)
}

/**
 * Undoes a change. If nothing else has changed, the content is exactly as before. Otherwise removes the entry, unless it was changed.
 * @returns `isKept`: whether the entry stays because it was changed
 * @throws EditError if the content is not valid
 */
export function removeEntry(content: Content, change: Change) {
  const { entry, before, after, added, created } = change
  if (content === undefined) return { content, isKept: false }
  if (hashOf(content) === after) {
    const text = remove(content, added)
    if (before === null) return { content: undefined, isKept: false }
    if (hashOf(text) === before) return { content: text, isKept: false }
  }
  const state = stateOf(content, entry)
  if (state !== 'equal') return { content, isKept: state === 'similar' }
  const isTable = entry.kind === 'table'
  const ranges = isTable ? [removalFromToml(content, entry)] : removalFromJson(content, entry, created)
  const text = remove(content, ranges)
  const isEmpty = before === null && /^\s*(?:\{\s*\}\s*)?$/u.test(text)
  return { content: isEmpty ? undefined : text, isKept: false }
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')

/** Returns the text with all insertions, and where they are in it. */
function insert(text: string, insertions: readonly Insertion[]): [string, Range[]] {
  let shift = 0
  const ranges = insertions.map(({ offset, text: { length } }) => {
    shift += length
    return { offset: offset + shift - length, length }
  })
  const whole = insertions.reduceRight(
    (result, { offset, text: added }) => result.slice(0, offset) + added + result.slice(offset),
    text,
  )
  return [whole, ranges]
}

const remove = (text: string, ranges: readonly Range[]): string =>
  ranges.reduceRight((rest, { offset, length }) => rest.slice(0, offset) + rest.slice(offset + length), text)
