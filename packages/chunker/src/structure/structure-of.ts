import type { SourceFormat } from '../formats/source-format.js'
import { codeStructure } from './code-structure.js'
import { markdownStructure } from './markdown-structure.js'
import type { Structure } from './structure.js'
import { textStructure } from './text-structure.js'

const readers: Readonly<Record<SourceFormat, (lines: readonly string[]) => Structure>> = {
  markdown: markdownStructure,
  code: codeStructure,
  text: textStructure,
}

/** Where the lines of a text may be cut. */
export function structureOf(lines: readonly string[], format: SourceFormat): Structure {
  return readers[format](lines)
}
