/** The smallest part of a text that goes into a chunk as one: some lines, a line, or a piece of a line. From 0. */
export interface Unit {
  readonly startLine: number
  /** In the first line. */
  readonly startColumn: number
  /** The last line, itself included. */
  readonly endLine: number
  /** In the last line, behind the last character. */
  readonly endColumn: number
  /** Where the unit begins, in characters from the beginning of the text. */
  readonly from: number
  /** Where it ends, behind the last character. */
  readonly to: number
  readonly tokens: number
  /** The `breakStrength` of a cut before it. */
  readonly strength: number
  /** Part of a heading of the outline. */
  readonly isHeading: boolean
}
