import { join, relative, sep } from 'node:path'
import type { SearchResult } from '@recallite/core'
import type { DocumentAddress, Root } from '@recallite/store'
import { findWorkingFolder } from '@recallite/settings'

/** A result's confidence, for people. */
export function confidenceOf({ confidence, weak }: SearchResult): string {
  return `confidence ${confidence.toFixed(2)}${weak ? ' (weak)' : ''}`
}

/** The locator of a result, as `recallite get` takes it. */
export function locatorOf({ root, path, startLine, endLine, startColumn, endColumn }: SearchResult): string {
  const from = startColumn === null ? startLine : `${startLine}:${startColumn}`
  const to = endColumn === null ? endLine : `${endLine}:${endColumn}`
  return `${root}:${path}:${from}-${to}`
}

/** The lines of a document, as `recallite get` takes them. */
export function linesOf({ root, path, startLine, endLine }: SearchResult['duplicates'][number]): string {
  return `${root}:${path}:${startLine}-${endLine}`
}

/** A path that programs can open from here: relative where the file lies below, else absolute. */
export function openablePath({ root: name, path }: DocumentAddress, roots: readonly Root[]): string {
  const root = roots.find((known) => known.name === name)
  if (!root) return `${name}:${path}`
  const full = join(root.path, ...path.split('/'))
  const short = relative(findWorkingFolder() ?? sep, full)
  if (short.startsWith(`..${sep}`)) return full
  // Programs would take it for a flag.
  return short.startsWith('-') ? `.${sep}${short}` : short
}
