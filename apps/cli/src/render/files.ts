import { printable, type Io } from '@recallite/command-line'
import type { DocumentAddress, Root } from '@recallite/store'
import { count } from './amounts.js'
import { openablePath } from './places.js'

/** Who reads the paths, and what they are relative to. */
export interface FilesStyle {
  readonly roots: readonly Root[]
  /** Programs get paths as they are. */
  readonly isTerminal: boolean
  /** Whether each path ends with a NUL instead of a line end: the only character that no path has. */
  readonly isNullEnded: boolean
}

/** A path that can be opened for each file of the results, in their order; programs that read lines get none of two lines. */
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

function hasLineEnd(path: string): boolean {
  return path.includes('\n')
}

/** Says how many files are not among the lines that a program reads. */
export function tellUnlisted(
  results: readonly DocumentAddress[],
  { roots, isTerminal, isNullEnded }: FilesStyle,
  io: Io,
): void {
  const unlisted = pathsOf(results, roots).filter(hasLineEnd)
  if (isTerminal || isNullEnded || unlisted.length === 0) return
  const files = count(unlisted.length, 'file')
  io.talk(`${files} left out, for a line end in the name: --null ends names with a NUL instead.\n`)
}
