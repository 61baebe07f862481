import { openingLine, readOtherForm } from './front-matter-forms.js'
import { isBlank, skipSpace } from './lines.js'

type Scalar = string | number | boolean | null

/** The value of a key of front matter. */
export type FrontMatterValue = Scalar | Scalar[] | { readonly [key: string]: FrontMatterValue }

/**
 * The front matter of a document in YAML, TOML or JSON: scalars, lists and nested keys. Dates and unsupported YAML (in braces, lists of
 * lists or of keys) are strings as written. `end` is the first line after it, from 0; 0 if there is none, if it is not closed or cannot
 * be read, or if it is text between two rules. `isUnread`: there is TOML or JSON that cannot be read. Blank lines and comments may be above it.
 */
export function frontMatterOf(lines: readonly string[]) {
  const start = openingLine(lines)
  const end = yamlEnd(lines, start)
  if (end > 0) return { end, metadata: byKey(entriesOf(lines.slice(start + 1, end - 1)), 1), isUnread: false }
  const other = readOtherForm(lines, start)
  if (other?.metadata) return { ...other, metadata: other.metadata, isUnread: false }
  return { end: 0, metadata: {}, isUnread: other !== undefined }
}

/** The number of lines of the front matter, with its marks; 0 without one. */
export const frontMatterEnd = (lines: readonly string[]): number => frontMatterOf(lines).end

const property = /^\s*["']?([^\s"':=#-][^"':=]*?)["']?\s*[:=](.*)$/u

/** The lines of front matter, with empty ones in place of those of withheld properties and of what is nested in them. */
export function withoutProperties(
  lines: readonly string[],
  isWithheld: (key: string, value: string) => boolean,
): string[] {
  let withheldAt = Infinity
  return lines.map((line) => {
    const indent = skipSpace(line, 0, line.length)
    const isNested = indent > withheldAt || (indent === withheldAt && /^-\s/u.test(line.slice(indent)))
    if (isNested || indent === line.length) return ''
    const [, key, value = ''] = property.exec(line) ?? []
    withheldAt = key !== undefined && isWithheld(key, value.trim()) ? indent : Infinity
    return withheldAt === indent ? '' : line
  })
}

/** Deeper keys are strings, because a path of a filter has up to ten keys. */
const maxLevels = 10

function byKey(entries: readonly Entry[], level: number): Record<string, FrontMatterValue> {
  // `fromEntries` creates own properties for every key, including `__proto__`.
  return Object.fromEntries(entries.map((entry) => [entry.key, readValue(entry, level)]))
}

/** The reading position: before any key, in an entry, or after a blank line that follows an entry. */
type Position = 'start' | 'entry' | 'apart'

type LineKind = 'blank' | 'comment' | 'key' | 'indented' | 'bare'

/** The position after a line of each kind; other kinds must not occur there. */
const next: Readonly<Record<Position, Readonly<Partial<Record<LineKind, Position>>>>> = {
  start: { blank: 'start', comment: 'start', key: 'entry' },
  entry: { blank: 'apart', comment: 'entry', key: 'entry', indented: 'entry', bare: 'entry' },
  apart: { blank: 'apart', comment: 'apart', key: 'entry', indented: 'apart' },
}

/** An unindented line without a key belongs to the key directly above it. */
function yamlEnd(lines: readonly string[], start: number): number {
  if (!/^---(?:\s*yaml)?\s*$/.test(lines[start] ?? '')) return 0
  let position: Position = 'start'
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (/^(?:---|\.\.\.)\s*$/.test(line)) return index + 1
    const following: Position | undefined = next[position][kindOf(line)]
    if (following === undefined) return 0
    position = following
  }
  return 0
}

interface Entry {
  readonly key: string
  readonly value: string
  readonly below: string[]
}

function entriesOf(lines: readonly string[]): Entry[] {
  const entries: Entry[] = []
  for (const line of lines) {
    const entry = readKeyLine(line)
    if (entry !== undefined) entries.push(entry)
    else if (!line.startsWith('#')) entries.at(-1)?.below.push(line)
  }
  return entries
}

/** Reads an unindented line `key: value` or `key:value`; undefined for others. */
function readKeyLine(line: string): Entry | undefined {
  const spaced = /^[^\s#\-:[\]{}]/.test(line) ? line.search(/:(?=\s|$)/) : -1
  const colon = spaced < 0 ? (/^[a-z][\w-]*(?=:[^\s/:])/i.exec(line)?.[0].length ?? -1) : spaced
  if (colon < 0) return undefined
  const key = line.slice(0, colon).trimEnd()
  const isQuoted = key.length > 1 && /^["']/.test(key) && key.endsWith(key.charAt(0))
  return { key: isQuoted ? key.slice(1, -1) : key, value: line.slice(colon + 1).trim(), below: [] }
}

function readValue({ value, below }: Entry, level: number): FrontMatterValue {
  const block = dedent(below)
  if (/^[|>][-+\d]*$/.test(value)) return value.startsWith('|') ? block.join('\n') : fold(block)
  if (value === '' && block.length > 0) {
    return readBlockList(block) ?? readKeys(block, level) ?? block.join('\n')
  }
  const text = block.length === 0 ? value : `${value} ${fold(block)}`
  return readInlineList(text) ?? readScalar(text)
}

/** Removes common indentation and surrounding blank lines. */
function dedent(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line))
  const last = lines.findLastIndex((line) => !isBlank(line))
  const block = lines.slice(Math.max(first, 0), last + 1)
  const indents = block.filter((line) => !isBlank(line)).map((line) => line.search(/\S/))
  const indent = indents.reduce((min, each) => Math.min(min, each), Infinity)
  return block.map((line) => line.slice(indent))
}

/** Joins lines like a YAML folded block: by spaces, with a line end for a blank line. */
function fold(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    const gap = text === '' || text.endsWith('\n') ? '' : ' '
    text += isBlank(line) ? '\n' : gap + line.trim()
  }
  return text
}

/** Reads lines `- item`; undefined if there are other lines. */
function readBlockList(block: readonly string[]): Scalar[] | undefined {
  const lines = block.filter((line) => !isBlank(line))
  if (!lines.every((line) => line === '-' || line.startsWith('- '))) return undefined
  return lines.map((line) => readScalar(line.slice(1).trim()))
}

/** Reads nested keys; undefined if the block does not begin with one, or has a duplicate. */
function readKeys(block: readonly string[], level: number): Record<string, FrontMatterValue> | undefined {
  const first = block.find((line) => !isBlank(line) && !line.startsWith('#'))
  if (level >= maxLevels || first === undefined || readKeyLine(first) === undefined) return undefined
  const entries = entriesOf(block)
  const keys = new Set(entries.map(({ key }) => key))
  return keys.size === entries.length ? byKey(entries, level + 1) : undefined
}

function readScalar(text: string): Scalar {
  const quoted = readQuoted(text, 0)
  if (quoted !== undefined) return endsHere(text, quoted.end) ? quoted.value : text
  const comment = /\s#/.exec(text)?.index
  return plainScalar(comment === undefined ? text : text.slice(0, comment).trimEnd())
}

/** `end` is exclusive. */
type Item<Value extends Scalar = Scalar> = Readonly<{ value: Value; end: number }>

const quotedString = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'(?!')/sy

/** Reads the quoted string that begins at `from`; undefined if there is none or it is not closed. */
function readQuoted(text: string, from: number): Item<string> | undefined {
  quotedString.lastIndex = from
  const source = quotedString.exec(text)?.[0]
  if (source === undefined) return undefined
  const value = source.startsWith('"') ? unescaped(source) : source.slice(1, -1).replaceAll("''", "'")
  return { value, end: from + source.length }
}

/** Handles the escapes of JSON; a string with others stays as written. */
function unescaped(source: string): string {
  try {
    return String(JSON.parse(source))
  } catch {
    return source.slice(1, -1)
  }
}

/** Whether only white space or a comment follows. */
function endsHere(text: string, from: number): boolean {
  const rest = text.slice(from)
  return rest.trim() === '' || /^\s+#/.test(rest)
}

const constants: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/** A constant, an exactly representable number, or else the string. */
function plainScalar(text: string): Scalar {
  const constant = constants.get(text)
  if (constant !== undefined) return constant
  if (!number.test(text)) return text
  const value = Number(text)
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : text
}

/** Reads `[a, "b", 3]`; undefined unless it is a closed, flat list. */
function readInlineList(text: string): Scalar[] | undefined {
  if (!text.startsWith('[')) return undefined
  const items: Scalar[] = []
  let position = skipSpace(text, 1, text.length)
  if (text.charAt(position) === ']') return endsHere(text, position + 1) ? items : undefined
  while (position < text.length) {
    const item = readItem(text, position)
    if (item === undefined) return undefined
    items.push(item.value)
    const end = text.charAt(item.end)
    if (end === ']') return endsHere(text, item.end + 1) ? items : undefined
    if (end !== ',') return undefined
    position = skipSpace(text, item.end + 1, text.length)
  }
  return undefined
}

const delimiter = /[,[\]{}]/g

/** Reads an item of a list up to the next comma or bracket. */
function readItem(text: string, from: number): Item | undefined {
  const quoted = readQuoted(text, from)
  if (quoted !== undefined) return { value: quoted.value, end: skipSpace(text, quoted.end, text.length) }
  delimiter.lastIndex = from
  const end = delimiter.exec(text)?.index
  if (end === undefined) return undefined
  return { value: plainScalar(text.slice(from, end).trim()), end }
}

function kindOf(line: string): LineKind {
  if (isBlank(line)) return 'blank'
  if (line.startsWith('#')) return 'comment'
  if (readKeyLine(line) !== undefined) return 'key'
  return /^\s/.test(line) ? 'indented' : 'bare'
}
