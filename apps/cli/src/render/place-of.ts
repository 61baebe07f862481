import type { SearchResult } from '@recallite/core'

/** The passage as `recallite get` takes it. */
export function placeOf({ root, path, startLine, endLine, startColumn, endColumn }: SearchResult): string {
  const from = startColumn === null ? startLine : `${startLine}:${startColumn}`
  const to = endColumn === null ? endLine : `${endLine}:${endColumn}`
  return `${root}:${path}:${from}-${to}`
}
