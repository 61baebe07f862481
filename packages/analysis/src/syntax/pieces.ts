import { quotationsOf } from './quotations.js'

/** A run of characters without white space, and the quotation that follows it directly, if one does. */
export interface Piece {
  /** Empty where a quotation stands by itself. */
  readonly bare: string
  /** What the quotation says. */
  readonly quoted: string | undefined
}

function bareRuns(text: string): string[] {
  return text.split(/\s+/u).filter((run) => run !== '')
}

/** Cuts a text at white space and around its quotations. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { start, end, text: quoted } of quotationsOf(text)) {
    const before = text.slice(from, start)
    const runs = bareRuns(before)
    const attached = /\S$/u.test(before.slice(-1)) ? (runs.pop() ?? '') : ''
    for (const bare of runs) pieces.push({ bare, quoted: undefined })
    pieces.push({ bare: attached, quoted })
    from = end
  }
  for (const bare of bareRuns(text.slice(from))) pieces.push({ bare, quoted: undefined })
  return pieces
}
