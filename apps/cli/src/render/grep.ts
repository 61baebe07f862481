import { printable } from '@recallite/command-line'
import type { SearchResult } from '@recallite/core'
import { bestLine } from './best-line.js'
import { hasLineEnd, type FilesStyle } from './files.js'
import { openablePath } from './locators.js'

/**
 * The results as programs that read `grep -n` take them, best first: `path:line:text`, of each result the line that has most
 * of the query's words, or else of the snippet's. Names with a line end are left out unless people read the lines.
 */
export function renderGrep(
  results: readonly SearchResult[],
  { roots, isTerminal }: Pick<FilesStyle, 'roots' | 'isTerminal'>,
): string {
  const lines = results.flatMap((result) => {
    const path = openablePath(result, roots)
    if (!isTerminal && hasLineEnd(path)) return []
    const { line, text } = bestLine(result)
    const shown = printable(text.replaceAll('\t', ' ').trim())
    return [`${isTerminal ? printable(path) : path}:${line}:${shown}\n`]
  })
  return lines.join('')
}
