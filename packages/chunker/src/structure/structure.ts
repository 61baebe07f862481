/** Lines from `start` up to, not including, `end`, counted from 0. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** A heading of the document's outline. */
export interface Heading extends LineRange {
  /** 1 for the outermost. */
  readonly level: number
  /** Plain text on one line, perhaps empty. */
  readonly title: string
}

/** Where a text may be cut, whatever its format. */
export interface Structure {
  /** The first line to cut, from 0; what stands before is front matter. */
  readonly firstLine: number
  /** For each line the `breakStrength` of a cut before it. */
  readonly breaks: Uint8Array
  /** In order. */
  readonly headings: readonly Heading[]
  /** Fences and tables, in order, apart from each other: not to be cut where they fit into a chunk. */
  readonly wholes: readonly LineRange[]
}
