/** A part of a line, without white space around it. */
export interface Piece {
  readonly start: number
  /** Behind the last character. */
  readonly end: number
  readonly tokens: number
  /** The `breakStrength` of a cut before it. */
  readonly strength: number
}

/** A part of a line that is still to be divided. */
export interface Stretch {
  readonly start: number
  readonly end: number
  /** The `breakStrength` of a cut before it. */
  readonly strength: number
}
