import { printable } from '@recallite/command-line'
import type { SearchResult } from '@recallite/core'
import type { DocumentAddress, Root } from '@recallite/store'
import { bestLine, openablePath } from './locators.js'

/** How to print paths. */
export interface FilesStyle {
  readonly roots: readonly Root[]
  /** Whether people read the paths; programs get them unescaped. */
  readonly isTerminal: boolean
}

/** A path that can be opened for each file of the results, in their order; for programs that read lines, without names of two lines. */
export function renderFiles(results: readonly DocumentAddress[], { roots, isTerminal }: FilesStyle): string {
  const paths = new Set(results.map((result) => openablePath(result, roots)))
  const lines = [...paths].flatMap((path) => pathForLine(path, isTerminal))
  return lines.map((line) => `${line}\n`).join('')
}

/** Nothing of a name that would look like two lines to a program. */
function pathForLine(path: string, isTerminal: boolean): string[] {
  if (isTerminal) return [printable(path)]
  return path.includes('\n') ? [] : [path]
}

/**
 * The results as programs that read `grep -n` take them, best first: `path:line:text`, of each result the line that has most
 * of the query's words, or else of the snippet's. Names with a line end are left out unless people read the lines.
 */
export function renderGrep(results: readonly SearchResult[], { roots, isTerminal }: FilesStyle): string {
  const lines = results.flatMap((result) => {
    const { line, text } = bestLine(result)
    const shown = printable(text.replaceAll('\t', ' ').trim())
    return pathForLine(openablePath(result, roots), isTerminal).map((path) => `${path}:${line}:${shown}\n`)
  })
  return lines.join('')
}
