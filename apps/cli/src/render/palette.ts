import { styleText } from 'node:util'

/** How parts of an answer look; without colour every part is plain text. */
export interface Palette {
  readonly place: (text: string) => string
  readonly match: (text: string) => string
  readonly faint: (text: string) => string
  readonly strong: (text: string) => string
}

const plain = (text: string): string => text

/** Colours, or none. */
export function createPalette(hasColour: boolean): Palette {
  if (!hasColour) return { place: plain, match: plain, faint: plain, strong: plain }
  return {
    place: (text) => styleText('cyan', text),
    match: (text) => styleText(['bold', 'yellow'], text),
    faint: (text) => styleText('dim', text),
    strong: (text) => styleText('bold', text),
  }
}
