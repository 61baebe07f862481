import { styleText } from 'node:util'
import { wrapText } from '@recallite/command-line/wrap-text'

/** A part of a text with one style. */
export interface StyledText {
  readonly text: string
  readonly style: Style
}

/** The layout of lines. */
export interface Layout {
  /** Columns of a whole line, including the indent. */
  readonly columns: number
  readonly first?: string
  /** The prefix of all other lines, as wide as `first`. */
  readonly indent: string
  /** Whether a word that is too long exceeds the line instead of being cut; default false. */
  readonly keepsWords?: boolean
}

/** Wider lines are hard to read. */
const maxLine = 120
const minText = 12

/** Wraps styled texts into lines with a hanging indent. */
export function wrapStyled(
  parts: readonly StyledText[],
  { columns, indent, first = indent, keepsWords = false }: Layout,
): string[] {
  const text = parts.map((part) => part.text).join('')
  const room = Math.max(minText, Math.min(columns, maxLine) - indent.length)
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

/** Colours a text, or returns it unchanged. */
export type Style = (text: string) => string

/** The styles of an answer. */
export type Palette = ReturnType<typeof createPalette>

/** Functions that style parts of an answer, or return them unchanged. */
export function createPalette(hasColour: boolean) {
  const style =
    (format: Parameters<typeof styleText>[0]): Style =>
    (text) =>
      hasColour ? styleText(format, text, { validateStream: false }) : text
  const [path, match] = [style('cyan'), style(['bold', 'yellow'])]
  return { path, match, faint: style('dim'), strong: style('bold') }
}

/** No style. */
export const plain: Style = (text) => text
