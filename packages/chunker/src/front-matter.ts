import { isBlank, skipSpace } from './white-space.js'

/** A value of one word or line. */
type Scalar = string | number | boolean | null

/**
 * The front matter of a document, flat: scalars and lists of scalars. Numbers and booleans are such, dates are strings.
 * What goes deeper or is not understood is a string, as it is written. Comment lines are left out.
 */
export function readFrontMatter(lines: readonly string[]): Record<string, Scalar | Scalar[]> {
  const entries = entriesOf(lines.slice(1, Math.max(frontMatterEnd(lines) - 1, 1)))
  // fromEntries makes own properties of any key, `__proto__` too.
  return Object.fromEntries(entries.map((entry) => [entry.key, readValue(entry)]))
}

/** Where the reading is: before any key, in a key's lines, or behind a blank line after them. */
type Place = 'start' | 'entry' | 'apart'

type LineKind = 'blank' | 'comment' | 'key' | 'indented' | 'bare'

/** Where a line of each kind leads; a kind that is missing cannot stand there. */
const next: Readonly<Record<Place, Readonly<Partial<Record<LineKind, Place>>>>> = {
  start: { blank: 'start', comment: 'start', key: 'entry' },
  entry: { blank: 'apart', comment: 'entry', key: 'entry', indented: 'entry', bare: 'entry' },
  apart: { blank: 'apart', comment: 'apart', key: 'entry', indented: 'apart' },
}

/**
 * The first line, from 0, behind the front matter: a `---` at the very start, lines of keys and their values, a `---` or
 * `...`. 0 where there is none, where it is not closed, and where it is no list of keys: that is text between two
 * rules. A line at the margin without a key goes with the key right above it, not with one above a blank line.
 */
export function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  let place: Place = 'start'
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (isMark(line)) return index + 1
    const following: Place | undefined = next[place][kindOf(line)]
    if (following === undefined) return 0
    place = following
  }
  return 0
}

interface Entry {
  readonly key: string
  /** What stands behind the colon. */
  readonly value: string
  /** The lines below, up to the next key. */
  readonly below: string[]
}

function entriesOf(lines: readonly string[]): Entry[] {
  const entries: Entry[] = []
  for (const line of lines) {
    const keyLine = readKeyLine(line)
    if (keyLine !== undefined) entries.push({ ...keyLine, below: [] })
    else if (!line.startsWith('#')) entries.at(-1)?.below.push(line)
  }
  return entries
}

/** A line `key: value` at the margin. */
interface KeyLine {
  readonly key: string
  readonly value: string
}

/** The key and value of a front matter line, or undefined where the line does not begin with a key. */
function readKeyLine(line: string): KeyLine | undefined {
  if (!/^[^\s#\-:[\]{}]/.test(line)) return undefined
  const colon = /:(?=\s|$)/.exec(line)?.index
  if (colon === undefined) return undefined
  return { key: unquoted(line.slice(0, colon).trimEnd()), value: line.slice(colon + 1).trim() }
}

function unquoted(key: string): string {
  const quote = key.charAt(0)
  const isQuoted = key.length > 1 && (quote === '"' || quote === "'") && key.endsWith(quote)
  return isQuoted ? key.slice(1, -1) : key
}

function readValue({ value, below }: Entry): Scalar | Scalar[] {
  const block = dedent(below)
  if (/^[|>][-+\d]*$/.test(value)) return value.startsWith('|') ? block.join('\n') : fold(block)
  if (value === '' && block.length > 0) return readBlockList(block) ?? block.join('\n')
  const text = block.length === 0 ? value : `${value} ${fold(block)}`
  return readInlineList(text) ?? readScalar(text)
}

/** Lines without the indentation that all of them share, and without blank lines around them. */
function dedent(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line))
  const last = lines.findLastIndex((line) => !isBlank(line))
  const block = lines.slice(Math.max(first, 0), last + 1)
  let indent = Number.POSITIVE_INFINITY
  for (const line of block) if (!isBlank(line)) indent = Math.min(indent, line.search(/\S/))
  return block.map((line) => line.slice(indent))
}

/** Joins lines as a folded block does: by spaces, a blank line being a line end. */
function fold(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    if (isBlank(line)) text += '\n'
    else text += text === '' || text.endsWith('\n') ? line.trim() : ` ${line.trim()}`
  }
  return text
}

/** Reads lines `- item`; undefined where one of them is something else. */
function readBlockList(block: readonly string[]): Scalar[] | undefined {
  const lines = block.filter((line) => !isBlank(line))
  if (!lines.every((line) => line === '-' || line.startsWith('- '))) return undefined
  return lines.map((line) => readScalar(line.slice(1).trim()))
}

/** Reads a value that is no list: quoted, or plain with a comment behind it left out. */
function readScalar(text: string): Scalar {
  const quoted = readQuoted(text, 0)
  if (quoted !== undefined) return endsHere(text, quoted.end) ? quoted.value : text
  const comment = /\s#/.exec(text)?.index
  return plainScalar(comment === undefined ? text : text.slice(0, comment).trimEnd())
}

/** A quoted string and the place behind its closing quote. */
interface Quoted {
  readonly value: string
  readonly end: number
}

/** Reads the quoted string that begins at `from`, or undefined where none begins or it is not closed. */
function readQuoted(text: string, from: number): Quoted | undefined {
  const quote = text.charAt(from)
  if (quote !== '"' && quote !== "'") return undefined
  const close = closingQuote(text, from)
  if (close < 0) return undefined
  const source = text.slice(from, close + 1)
  const value = quote === '"' ? unescaped(source) : source.slice(1, -1).replaceAll("''", "'")
  return { value, end: close + 1 }
}

function closingQuote(text: string, from: number): number {
  const quote = text.charAt(from)
  for (let place = from + 1; place < text.length; place++) {
    const character = text.charAt(place)
    if (quote === '"' && character === '\\') place++
    else if (character === quote) {
      if (quote === '"' || text.charAt(place + 1) !== quote) return place
      place++
    }
  }
  return -1
}

/** Escapes are those of JSON; a string with others is kept as it is written. */
function unescaped(source: string): string {
  try {
    return String(JSON.parse(source))
  } catch {
    return source.slice(1, -1)
  }
}

/** Whether nothing, or nothing but a comment, follows. */
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

/** The value of a word as written: a number where no digit of it is lost, else the string. */
function plainScalar(text: string): Scalar {
  const constant = constants.get(text)
  if (constant !== undefined) return constant
  if (!number.test(text)) return text
  const value = Number(text)
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : text
}

/** Reads `[a, "b", 3]`; undefined for what is not a closed, flat list. */
function readInlineList(text: string): Scalar[] | undefined {
  if (!text.startsWith('[')) return undefined
  const items: Scalar[] = []
  let place = skipSpace(text, 1, text.length)
  if (text.charAt(place) === ']') return endsHere(text, place + 1) ? items : undefined
  while (place < text.length) {
    const item = readItem(text, place)
    if (item === undefined) return undefined
    items.push(item.value)
    const end = text.charAt(item.end)
    if (end === ']') return endsHere(text, item.end + 1) ? items : undefined
    if (end !== ',') return undefined
    place = skipSpace(text, item.end + 1, text.length)
  }
  return undefined
}

interface Item {
  readonly value: Scalar
  /** The place of the comma or bracket behind the item. */
  readonly end: number
}

const delimiter = /[,[\]{}]/g

function readItem(text: string, from: number): Item | undefined {
  const quoted = readQuoted(text, from)
  if (quoted !== undefined) return { value: quoted.value, end: skipSpace(text, quoted.end, text.length) }
  delimiter.lastIndex = from
  const end = delimiter.exec(text)?.index
  if (end === undefined) return undefined
  return { value: plainScalar(text.slice(from, end).trim()), end }
}

function isMark(line: string): boolean {
  const mark = line.trimEnd()
  return mark === '---' || mark === '...'
}

function kindOf(line: string): LineKind {
  if (isBlank(line)) return 'blank'
  if (line.startsWith('#')) return 'comment'
  if (readKeyLine(line) !== undefined) return 'key'
  return /^\s/.test(line) ? 'indented' : 'bare'
}
