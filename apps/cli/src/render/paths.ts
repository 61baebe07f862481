import { type Io, printable } from '@recallite/command-line'
import type { SearchResult } from '@recallite/core'
import type { DocumentAddress, Root } from '@recallite/store'
import { count } from './amounts.js'
import { bestLine, openablePath } from './locators.js'

/** How to print paths. */
export interface FilesStyle {
  readonly roots: readonly Root[]
  /** Whether people read the paths; programs get them unescaped. */
  readonly isTerminal: boolean
  /** Whether each path ends with a NUL instead of a line end: the only character that no path has. */
  readonly isNullEnded: boolean
}

/** A path that can be opened for each file of the results, in their order; for programs that read lines, without names of two lines. */
export function renderFiles(
  results: readonly DocumentAddress[],
  { roots, isTerminal, isNullEnded }: FilesStyle,
): string {
  const paths = pathsOf(results, roots)
  if (isNullEnded) return paths.map((path) => `${path}\0`).join('')
  const lines = isTerminal ? paths.map((path) => printable(path)) : paths.filter((path) => !hasLineEnd(path))
  return lines.map((line) => `${line}\n`).join('')
}

function pathsOf(results: readonly DocumentAddress[], roots: readonly Root[]): string[] {
  return [...new Set(results.map((result) => openablePath(result, roots)))]
}

/** Whether a path looks like two to a program that reads lines. */
export function hasLineEnd(path: string): boolean {
  return path.includes('\n')
}

/** Prints how many files are missing from the lines that a program reads. */
export function printOmittedPaths(
  results: readonly DocumentAddress[],
  { roots, isTerminal, isNullEnded }: FilesStyle,
  io: Io,
): void {
  const omitted = pathsOf(results, roots).filter(hasLineEnd)
  if (isTerminal || isNullEnded || omitted.length === 0) return
  const files = count(omitted.length, 'file')
  io.talk(`${files} left out, for a line end in the name: --null ends names with a NUL instead.\n`)
}

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
