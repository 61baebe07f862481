import type { SourceFormat } from '../formats.js'
import { isBlank, trimEnd } from '../lines.js'
import { outlineHeading } from './headings.js'
import {
  type Block,
  breakStrength,
  type Heading,
  type LineRange,
  parseBlocks,
  type Structure,
} from './parse-blocks.js'

const sentenceEnd = /[.!?:;…。！？：；｡।॥؟۔።]["'”’»)\]}*_`」』）》】]{0,4}$/
/** Blocks that begin together with a more meaningful one. */
const silentBlocks: ReadonlySet<string> = new Set(['thead_open', 'tbody_open', 'th_open', 'td_open'])
const codeBlocks: ReadonlySet<string> = new Set(['fence', 'code_block'])

export function structureOf(lines: readonly string[], format: SourceFormat, firstLine = 0): Structure {
  if (format === 'markdown') return markdownStructure(lines, firstLine)
  // Plain text: paragraphs separated by blank lines.
  const breaks = format === 'text' ? lineBreaks(lines, breakStrength.block) : new Uint8Array(lines.length)
  if (format === 'code') markCodeBreaks(lines, { start: 0, end: lines.length }, breaks)
  return { firstLine: 0, breaks, headings: [], tables: [], code: [], html: [] }
}

function markdownStructure(lines: readonly string[], firstLine: number): Structure {
  const breaks = lineBreaks(lines, breakStrength.nested)
  const headings: Heading[] = []
  const [tables, code, html]: [LineRange[], LineRange[], LineRange[]] = [[], [], []]
  const ranges = new Map(
    Object.entries({ table_open: tables, fence: code, code_block: code, html_block: html }),
  )
  for (const block of parseBlocks(lines, firstLine)) {
    if (silentBlocks.has(block.type)) continue
    const { start, end } = block
    const heading = outlineHeading(block)
    if (heading !== undefined) headings.push(heading)
    if (codeBlocks.has(block.type)) markCodeBreaks(lines, block, breaks)
    ranges.get(block.type)?.push({ start, end })
    breaks[start] = Math.max(breaks[start] ?? 0, strengthOf(block, heading))
  }
  // The header row stays with the first row of the table.
  for (const { start, end } of tables) breaks.fill(breakStrength.never, start + 1, Math.min(start + 3, end))
  return { firstLine, breaks, headings, tables, code, html }
}

/** Break strengths of lines: `afterBlank` after a blank line, `line` after the end of a sentence, else `sentence`. */
function lineBreaks(lines: readonly string[], afterBlank: number): Uint8Array {
  const breaks = new Uint8Array(lines.length)
  let previous = ''
  for (const [index, line] of lines.entries()) {
    if (isBlank(previous)) breaks[index] = afterBlank
    else breaks[index] = endsSentence(previous) ? breakStrength.line : breakStrength.sentence
    previous = line
  }
  return breaks
}

function endsSentence(line: string): boolean {
  const end = trimEnd(line, 0, line.length)
  return sentenceEnd.test(line.slice(Math.max(0, end - 5), end))
}

function strengthOf(block: Block, heading: Heading | undefined): number {
  if (heading !== undefined) return breakStrength.heading
  if (block.level === 0) return breakStrength.block
  return block.type === 'list_item_open' && block.level === 1 ? breakStrength.item : breakStrength.nested
}

/**
 * Break strengths of code by blank lines and indentation: strongest before an unindented line after a blank line, so that a comment
 * stays with its definition; weak before a closing bracket.
 */
function markCodeBreaks(lines: readonly string[], range: LineRange, breaks: Uint8Array): void {
  let previous = { line: '', indent: 0 }
  for (let index = range.start; index < range.end; index++) {
    const line = lines[index] ?? ''
    const [space = ''] = indentation.exec(line) ?? []
    const indent = space.replaceAll('\t', tab).length
    breaks[index] = strengthOfLine(line, indent, previous)
    previous = { line, indent }
  }
}

const tab = ' '.repeat(4)
/** Lines that are indented more are treated the same. */
const indentation = /^[ \t]{0,64}/

/** A line that only closes a block, including the last line of a fence. */
const closer = /^\s*(?:[)\]};,]|end\b|fi\b|done\b|esac\b|<\/|\/?>\s*$|```|~~~)/
function strengthOfLine(line: string, indent: number, previous: { line: string; indent: number }): number {
  if (closer.test(line)) return breakStrength.clause
  if (isBlank(previous.line)) {
    if (indent === 0) return breakStrength.block
    return indent <= tab.length ? breakStrength.item : breakStrength.nested
  }
  const closesDefinition = indent === 0 && previous.indent === 0 && closer.test(previous.line)
  if (closesDefinition || indent < previous.indent) return breakStrength.nested
  return breakStrength.line
}
