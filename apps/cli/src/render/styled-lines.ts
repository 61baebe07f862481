import { styleText } from 'node:util'
import { wrapText } from '@recallite/command-line/wrap-text'

/** A part of a text with one style. */
export interface StyledText {
  readonly text: string
  readonly style: Style
}

/** How lines are laid out. */
export interface Layout {
  /** Of a whole line, the indent included. */
  readonly columns: number
  readonly first?: string
  /** What stands before every other line; of the same width. */
  readonly indent: string
  /** Whether a word that is too long stands out and is not cut; default: it is cut. */
  readonly keepsWords?: boolean
}

/** A wider line is hard to read, whatever the terminal has. */
const widestLine = 120
const narrowestText = 12

/** Wraps styled texts, one after the other, into lines with a hanging indent. */
export function wrapStyled(
  parts: readonly StyledText[],
  { columns, indent, first = indent, keepsWords = false }: Layout,
): string[] {
  const text = parts.map((part) => part.text).join('')
  const room = Math.max(narrowestText, Math.min(columns, widestLine) - indent.length)
  return wrapText(text, room, { keepsWords }).map(
    ({ start, end }, line) => `${line === 0 ? first : indent}${styled(parts, start, end)}`,
  )
}

function styled(parts: readonly StyledText[], start: number, end: number): string {
  let offset = 0
  let line = ''
  for (const { text, style } of parts) {
    const piece = text.slice(Math.max(0, start - offset), Math.max(0, end - offset))
    if (piece !== '') line += style(piece)
    offset += text.length
  }
  return line
}

/** Colours a text, or leaves it as it is. */
export type Style = (text: string) => string

/** The styles of an answer. */
export type Palette = ReturnType<typeof createPalette>

/** Functions that style parts of an answer, or leave them as they are. */
export function createPalette(hasColour: boolean) {
  const style =
    (format: Parameters<typeof styleText>[0]): Style =>
    (text) =>
      hasColour ? styleText(format, text, { validateStream: false }) : text
  return {
    path: style('cyan'),
    match: style(['bold', 'yellow']),
    faint: style('dim'),
    strong: style('bold'),
  }
}

/** No style. */
export const plain: Style = (text) => text
