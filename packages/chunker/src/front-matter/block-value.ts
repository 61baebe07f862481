import { isBlank } from '../white-space.js'
import { readScalar, type Scalar } from './scalar.js'

/** Lines without the indentation that all of them share, and without blank lines around them. */
export function dedent(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line))
  const last = lines.findLastIndex((line) => !isBlank(line))
  const block = lines.slice(Math.max(first, 0), last + 1)
  let indent = Number.POSITIVE_INFINITY
  for (const line of block) if (!isBlank(line)) indent = Math.min(indent, line.search(/\S/))
  return block.map((line) => line.slice(indent))
}

/** Joins lines as a folded block does: by spaces, a blank line being a line end. */
export function fold(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    if (isBlank(line)) text += '\n'
    else text += text === '' || text.endsWith('\n') ? line.trim() : ` ${line.trim()}`
  }
  return text
}

/** Reads lines `- item`; undefined where one of them is something else. */
export function readBlockList(block: readonly string[]): Scalar[] | undefined {
  const lines = block.filter((line) => !isBlank(line))
  if (!lines.every((line) => line === '-' || line.startsWith('- '))) return undefined
  return lines.map((line) => readScalar(line.slice(1).trim()))
}
