import { markdownParser, type Token } from './markdown-parser.js'

/** A block of the parser; lines count from 0. */
export interface Block {
  readonly type: string
  readonly tag: string
  /** 0 at the top. */
  readonly level: number
  readonly start: number
  /** The first line after the block. */
  readonly end: number
  /** The raw text of a heading, a fence, a code or HTML block; else empty. */
  readonly content: string
}

/** Initial number of lines per window. */
const windowLines = 8192
/** Lists, quotes and tables with more lines are parsed in parts. */
const maxBlockLines = 65_536

/**
 * The blocks of a Markdown document from a line on, outer before inner, without inline markup. Parses windows that begin at blocks,
 * in linear time and bounded memory.
 */
export function* parseBlocks(lines: readonly string[], firstLine: number): Generator<Block> {
  let from = firstLine
  let size = windowLines
  while (from < lines.length) {
    const end = Math.min(from + size, lines.length)
    const tokens = parse(lines.slice(from, end))
    const isLast = end === lines.length || tokens.length === 0
    const length = isLast ? end - from : restartLine(tokens, size)
    if (length === 0) {
      size *= 2
      continue
    }
    yield* blocksOf(tokens, from, from + length)
    from += length
    size = Math.min(size, maxBlockLines)
  }
}

function parse(lines: readonly string[]): Token[] {
  const parser = markdownParser()
  const tokens: Token[] = []
  parser.block.parse(lines.map(parserLine).join('\n'), parser, {}, tokens)
  return tokens
}

/** The parser only reads the beginning and the end of longer lines, which determine what they open or close. */
const maxLineLength = 4000
const lineTail = 100

function parserLine(line: string): string {
  const short =
    line.length > maxLineLength ? line.slice(0, maxLineLength - lineTail) + line.slice(-lineTail) : line
  // The parser would end a line at a lone carriage return.
  return short.includes('\r') ? short.replaceAll('\r', ' ') : short
}

/** Blocks that parse differently if parsing starts inside them. */
const indivisible: ReadonlySet<string> = new Set(['fence', 'html_block'])

/** The line of the window where parsing can restart: a top-level block, in a longer block any line; 0 if the window is too small. */
function restartLine(tokens: readonly Token[], size: number): number {
  const top = tokens.findLast(({ level, map }) => level === 0 && (map?.[0] ?? 0) > 0)?.map?.[0]
  if (top !== undefined || size < maxBlockLines) return top ?? 0
  const leaf = tokens.findLast(({ type, map }) => map !== null && type !== 'inline')
  return leaf === undefined || indivisible.has(leaf.type) ? 0 : size
}

function* blocksOf(tokens: readonly Token[], from: number, to: number): Generator<Block> {
  for (const [index, { type, tag, level, map, content }] of tokens.entries()) {
    if (map === null || type === 'inline') continue
    const start = from + map[0]
    if (start >= to) return
    const text = type === 'heading_open' ? (tokens[index + 1]?.content ?? '') : content
    yield { type, tag, level, start, end: from + map[1], content: text }
  }
}

/** Lines from 0; `end` is exclusive. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

export interface Heading extends LineRange {
  /** From 1, outermost. */
  readonly level: number
  /** Plain text on one line, possibly empty. */
  readonly title: string
}

export interface Structure {
  /** The first line after the front matter, from 0. */
  readonly firstLine: number
  /** The `breakStrength` of a cut before each line. */
  readonly breaks: Uint8Array
  readonly headings: readonly Heading[]
  /** Tables, from the header row; they and code are not divided if they fit into a chunk. */
  readonly tables: readonly LineRange[]
  /** Code, which contains neither links nor tags. */
  readonly code: readonly LineRange[]
  /** Raw HTML, which contains only links of HTML. */
  readonly html: readonly LineRange[]
}

/** The quality of a position for a cut; higher is better. */
export const breakStrength = {
  /** After a heading, which stays with the text below it; only the last resort. */
  never: 0,
  /** Inside a word. */
  character: 1,
  word: 2,
  /** After a comma, semicolon or colon. */
  clause: 3,
  /** After a sentence within a line, or before a line that continues a sentence. */
  sentence: 4,
  line: 5,
  /** Before a nested list item, a table row, a block in a list or quote, an inner part of code. */
  nested: 6,
  /** Before a list item, a method. */
  item: 7,
  /** Before a paragraph, list, table, fence, quote; a definition. */
  block: 8,
  heading: 9,
  /** Before a line of the option `starts`. */
  start: 10,
} as const
