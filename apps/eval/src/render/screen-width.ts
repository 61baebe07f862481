import type { Io } from '@recallite/command-line'

/** Narrower tables could not be read. */
const leastWidth = 40

/** How many columns the terminal has that the output goes to; undefined where it goes elsewhere, and lines stay whole. */
export function screenWidth({ isOutputTerminal, columns }: Pick<Io, 'isOutputTerminal' | 'columns'>) {
  return isOutputTerminal ? Math.max(leastWidth, columns) : undefined
}
