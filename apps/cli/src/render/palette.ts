import { styleText } from 'node:util'

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
    good: style('green'),
  }
}

/** No style. */
export const plain: Style = (text) => text
