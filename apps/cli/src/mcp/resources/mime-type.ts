import { extname } from 'node:path/posix'

const types: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
}

/** What kind of text a document is read as, by its name. */
export function mimeType(path: string): string {
  return types[extname(path).toLowerCase()] ?? 'text/plain'
}
