/** Lines from `start` up to, but not including, `end`, counted from 0. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** A heading of the document's outline. */
export interface Heading extends LineRange {
  /** 1 for the outermost. */
  readonly level: number
  /** Plain text on one line, possibly empty. */
  readonly title: string
}

export interface Structure {
  /** The first line after the front matter, from 0. */
  readonly firstLine: number
  /** The `breakStrength` of a cut before each line. */
  readonly breaks: Uint8Array
  /** In order. */
  readonly headings: readonly Heading[]
  /** Fences and tables in order: not divided if they fit into a chunk. */
  readonly wholes: readonly LineRange[]
}

/** How good a position is for a cut; higher is better. */
export const breakStrength = {
  /** After a heading, which stays with what follows; used only if nothing else is left. */
  never: 0,
  /** Inside a word. */
  character: 1,
  word: 2,
  /** After a comma and its like. */
  clause: 3,
  /** After a sentence within a line, or before a line that continues a sentence. */
  sentence: 4,
  line: 5,
  /** Before a nested list item, a table row, a block in a list or quote, an inner part of code. */
  nested: 6,
  /** Before a list item, a method. */
  item: 7,
  /** Before a paragraph, list, table, fence, quote; a definition. */
  block: 8,
  heading: 9,
} as const
