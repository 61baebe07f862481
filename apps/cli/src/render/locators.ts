import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { wholePath, type SearchResult } from '@recallite/core'
import type { DocumentAddress, Root } from '@recallite/store'
import { findWorkingFolder } from '@recallite/settings'

/** The locator of a result, as `recallite get` takes it. */
export function locatorOf({ root, path, startLine, endLine, startColumn, endColumn }: SearchResult): string {
  const from = startColumn === null ? startLine : `${startLine}:${startColumn}`
  const to = endColumn === null ? endLine : `${endLine}:${endColumn}`
  return `${wholePath({ root, path })}:${from}-${to}`
}

/** The lines of a document, as `recallite get` takes them. */
export function linesOf({ root, path, startLine, endLine }: SearchResult['duplicates'][number]): string {
  return `${wholePath({ root, path })}:${startLine}${endLine === startLine ? '' : `-${endLine}`}`
}

/** A path that programs can open from here: relative where the file lies below, else absolute. */
export function openablePath({ root: name, path }: DocumentAddress, roots: readonly Root[]): string {
  const full = filePath({ root: name, path }, roots)
  if (full === undefined) return wholePath({ root: name, path })
  const short = relative(findWorkingFolder() ?? sep, full)
  if (short.startsWith(`..${sep}`)) return full
  // Programs would take it for a flag.
  return short.startsWith('-') ? `.${sep}${short}` : short
}

/** The address of a line of a file, which terminals and editors open; undefined where the root is not known. */
export function fileAddress(
  { startLine, ...document }: DocumentAddress & Pick<SearchResult, 'startLine'>,
  roots: readonly Root[],
): string | undefined {
  const full = filePath(document, roots)
  return full === undefined ? undefined : `${pathToFileURL(full).href}#${startLine}`
}

function filePath({ root: name, path }: DocumentAddress, roots: readonly Root[]): string | undefined {
  const root = roots.find((known) => known.name === name)
  return root && join(root.path, ...path.split('/'))
}
