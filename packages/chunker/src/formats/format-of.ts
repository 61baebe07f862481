import { formatExtensions, formatNames } from './format-tables.js'
import type { SourceFormat } from './source-format.js'

function invert(table: Readonly<Record<SourceFormat, readonly string[]>>): ReadonlyMap<string, SourceFormat> {
  const formats = Object.keys(table) as SourceFormat[]
  return new Map(formats.flatMap((format) => table[format].map((key) => [key, format] as const)))
}

const byExtension = invert(formatExtensions)
const byName = invert(formatNames)

/** The format of a file, by its extension or else its whole name; null where it is not a text the chunker cuts. */
export function formatOf(path: string): SourceFormat | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  // A leading dot hides a file, it opens no extension: `.env` is nothing to index.
  if (dot > 0) return byExtension.get(name.slice(dot + 1)) ?? null
  return byName.get(name) ?? null
}
