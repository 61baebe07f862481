import type { Sentence, Stretch } from './sentences.js'

/** A paragraph, or an item of a list. */
export interface Paragraph {
  /** The number of headings before it. */
  readonly section: number
  readonly isItem: boolean
  /** Its text, line by line, without indentation and marks. */
  readonly stretches: readonly Stretch[]
}

type Reading = ReturnType<typeof startReading>

/** Reads a line; returns the paragraph that the next line may continue, if any. */
type LineReader = (reading: Reading, line: number) => Stretch[] | undefined

const leaveOut: LineReader = () => undefined

/** The kinds of lines outside of fenced blocks and HTML; the first pattern that a line matches reads it. */
const kinds: readonly (readonly [pattern: RegExp, read: LineReader])[] = [
  [/^\s*$/u, leaveOut],
  [/^ {0,3}#{1,6}(?:[ \t]|$)/u, readHeading],
  [/^ {0,3}(?:=+|-+)\s*$/u, readUnderline],
  // Rules.
  [/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}\s*$/u, leaveOut],
  // Tables, quotes, targets of links and footnotes, pictures.
  [/^\s*(?:\||>|\[[^\]]+\]:|!\[)|\s\|\s/u, leaveOut],
  [/^\s*<[A-Za-z!/?]/u, (reading) => void (reading.isInHtml = true)],
  [/^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/u, readItem],
  // Indented code, unless it continues a paragraph or is inside a list.
  [
    /^(?: {4}| {0,3}\t)/u,
    (reading, line) => (reading.open || reading.isInList ? readProse(reading, line) : undefined),
  ],
]

const beforeText = /^\uFEFF?\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/u
const headingParts = /^ {0,3}#{1,6}[ \t]*(.*?)(?:[ \t]+#+)?\s*$/u
const fence = /^\s*(`{3,}|~{3,})/u
const frontMatterMark = /^(?:---|\.\.\.)\s*$/u

/**
 * The headings and paragraphs of a Markdown text; front matter, code, tables, quotes and HTML are left out. `firstLine` is the
 * first line after the front matter, from 0.
 */
export function readOutline(lines: readonly string[]) {
  const hasFrontMatter = lines[0]?.replace('\uFEFF', '').trimEnd() === '---'
  const firstLine = hasFrontMatter
    ? lines.findIndex((line, index) => index > 0 && frontMatterMark.test(line)) + 1
    : 0
  const reading = startReading(lines)
  for (let line = firstLine; line < lines.length; line += 1) reading.open = readLine(reading, line)
  return { firstLine, headings: reading.headings, paragraphs: reading.paragraphs }
}

function startReading(lines: readonly string[]) {
  return {
    lines,
    /** As written, without the marks around them, with their whole lines. */
    headings: [] as Sentence[],
    paragraphs: [] as Paragraph[],
    /** The paragraph that the next line may continue. */
    open: undefined as Stretch[] | undefined,
    /** The end mark of the fenced block that the next line belongs to. */
    fence: undefined as string | undefined,
    isInHtml: false,
    isInList: false,
  }
}

function wholeLine(lines: readonly string[], line: number): Stretch {
  return { line, from: 0, to: lines[line]?.length ?? 0 }
}

/** The text of a line without indentation, a list's mark and a check box. */
function textOfLine(lines: readonly string[], line: number): Stretch {
  const text = lines[line] ?? ''
  return { line, from: beforeText.exec(text)?.[0].length ?? 0, to: text.trimEnd().length }
}

function readHeading({ lines, headings }: Reading, line: number): undefined {
  const [, source = ''] = headingParts.exec(lines[line] ?? '') ?? []
  headings.push({ source, stretches: [wholeLine(lines, line)] })
}

/** A line of `===` or `---` makes a heading of the line above it. */
function readUnderline({ lines, open, isInList, paragraphs, headings }: Reading, line: number): undefined {
  if (open?.length !== 1 || isInList) return
  paragraphs.pop()
  const stretches = [wholeLine(lines, line - 1), wholeLine(lines, line)]
  headings.push({ source: lines[line - 1]?.trim() ?? '', stretches })
}

function readItem(reading: Reading, line: number): Stretch[] {
  reading.isInList = true
  const stretches = [textOfLine(reading.lines, line)]
  reading.paragraphs.push({ section: reading.headings.length, isItem: true, stretches })
  return stretches
}

function readProse({ lines, open, headings, paragraphs }: Reading, line: number): Stretch[] {
  const stretches = open ?? []
  if (!open) paragraphs.push({ section: headings.length, isItem: false, stretches })
  stretches.push(textOfLine(lines, line))
  return stretches
}

function isInBlock(reading: Reading, text: string): boolean {
  if (reading.fence !== undefined) {
    if (text.trim().startsWith(reading.fence)) reading.fence = undefined
    return true
  }
  reading.fence = fence.exec(text)?.[1]
  if (text.trim() === '') reading.isInHtml = false
  return reading.fence !== undefined || reading.isInHtml
}

function readLine(reading: Reading, line: number): Stretch[] | undefined {
  const text = reading.lines[line] ?? ''
  if (isInBlock(reading, text)) return undefined
  if (!reading.open && /^\S/u.test(text)) reading.isInList = false
  const [, read = readProse] = kinds.find(([pattern]) => pattern.test(text)) ?? []
  return read(reading, line)
}
