import { createHash } from 'node:crypto'
import {
  checkName,
  checkRecord,
  readTime,
  RecordError,
  recordFields,
  type RecordInput,
  type RecordState,
  unused,
} from '@recallite/store/records'

/* The format of a file with one record: one field per line, so that git merges changes of different fields. */

/** The name of the file of an id: valid on every system, and different without regard to case. */
export const fileNameOf = (id: string): string => `${stemOf(id)}.json`

/** Whether a name is that of the file of an id, or of a copy that a synchroniser made, such as `… (conflicted copy).json`. */
export const isFileOf = (id: string, name: string): boolean => name.startsWith(stemOf(id))

/** Imported ids may be any text, such as `CON` or `a/b`, or differ from another one only in their case. */
const stemOf = (id: string): string =>
  uuid.test(id) ? id : `id-${createHash('sha256').update(id).digest('hex').slice(0, hashLength)}`

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const hashLength = 40

/** Renders a state without counts of use. The same state has the same text on every machine. */
export function renderState({ id, record }: RecordState): string {
  const fields = record ? recordFields({ ...record, ...unused }) : { id, forgotten: true }
  const lines = Object.entries(fields)
    .toSorted(([one], [other]) => orderOf(one) - orderOf(other) || (one < other ? -1 : 1))
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Fields that change are not the last ones, because a line gets a comma if another one follows. */
function orderOf(key: string): number {
  if (key === 'id') return 0
  return /^(?:status|superseded|contradict)/u.test(key) ? 1 : 2
}

/**
 * Parses the states in a file: one, or both sides of the conflicts that git marked.
 * @throws RecordError as `checkRecord`; `RECORD_INVALID_FILE`
 */
export const parseStates = (text: string): RecordState[] => sidesOf(text).map(parseState)

/** The error for a file that cannot be read as a record; `reason` is part of a sentence. */
export function invalidFile(reason: string, cause?: unknown): RecordError {
  const advice = 'Move it elsewhere; the next sync writes a missing file again'
  return new RecordError('RECORD_INVALID_FILE', `The file ${reason}. ${advice}.`, { cause })
}

function parseState(text: string): RecordState {
  const value = parseObject(text)
  const id = checkName(value.id as string, 'id')
  if (value.forgotten === true && Object.keys(value).length === 2) return { id, record: null }
  const createdAt = readTime(value.createdAt)
  if (createdAt === undefined) throw invalidFile('has no createdAt with a time')
  // A duration until expiry counts from the creation, so that it ends at the same time on every machine.
  return { id, record: { ...checkRecord(value as RecordInput, createdAt), id } }
}

function parseObject(text: string): Partial<RecordInput> & { readonly forgotten?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    throw invalidFile('is not JSON', error)
  }
  throw invalidFile('is not a JSON object')
}

/** The distinct versions in a text with conflict markers of git; without markers, the text. JSON has no line like a marker. */
function sidesOf(text: string): string[] {
  const sides: [string[], string[]] = [[], []]
  let marker = ''
  for (const line of text.split(/\r?\n/u)) {
    const [found] = /^(?:<{7} |\|{7} |={7}$|>{7} )/u.exec(line) ?? []
    marker = found ?? marker
    if (found !== undefined) continue
    if (!/^[|=]/u.test(marker)) sides[0].push(line)
    if (!/^[<|]/u.test(marker)) sides[1].push(line)
  }
  return [...new Set(sides.map((lines) => lines.join('\n')))]
}
