import { type Block, frontMatterEnd, parseBlocks } from '@recallite/chunker'
import type { Sentence, Stretch } from './sentences.js'

/** A paragraph, or the first one of a list item. `section` is the number of headings before it. */
export interface Paragraph {
  readonly section: number
  readonly isItem: boolean
  /** The text of each line, without indentation and marks. */
  readonly stretches: readonly Stretch[]
}

/** Link targets, footnotes and images. */
const withoutSentences = /^\s*(?:\[[^\]]+\]:|!\[)/u
const itemMark = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/u
const indentation = /^\s*/u

/**
 * The headings and paragraphs of a Markdown text, without front matter, code, tables, quotes and HTML. `firstLine`: the line after
 * the front matter, from 0.
 */
export function readOutline(lines: readonly string[]) {
  const [first = '', ...others] = lines
  // Trimming removes a byte order mark.
  const firstLine = frontMatterEnd([first.trim(), ...others])
  const headings: Sentence[] = []
  const paragraphs: Paragraph[] = []
  let itemStart = -1
  for (const block of outsideQuotes(parseBlocks(lines, firstLine))) {
    if (block.type === 'list_item_open') itemStart = block.start
    if (block.type === 'heading_open') headings.push(headingOf(lines, block))
    if (block.type !== 'paragraph_open' || withoutSentences.test(lines[block.start] ?? '')) continue
    const isItem = block.start === itemStart
    paragraphs.push({ section: headings.length, isItem, stretches: textOf(lines, block, isItem) })
  }
  return { firstLine, headings, paragraphs }
}

function* outsideQuotes(blocks: Iterable<Block>): Generator<Block> {
  let quoteEnd = 0
  for (const block of blocks) {
    if (block.type === 'blockquote_open') quoteEnd = Math.max(quoteEnd, block.end)
    if (block.start >= quoteEnd) yield block
  }
}

/** A heading without its marks, and its whole lines. */
function headingOf(lines: readonly string[], { start, end, content }: Block): Sentence {
  const whole = lines
    .slice(start, end)
    .map((text, index) => ({ line: start + index, from: 0, to: text.length }))
  return { source: content.replaceAll('\n', ' '), stretches: whole }
}

/** The text of each line without indentation, list mark and check box. */
function textOf(lines: readonly string[], { start, end }: Block, isItem: boolean): Stretch[] {
  return lines.slice(start, end).map((text, index) => {
    const before = isItem && index === 0 ? itemMark : indentation
    return { line: start + index, from: before.exec(text)?.[0].length ?? 0, to: text.trimEnd().length }
  })
}
