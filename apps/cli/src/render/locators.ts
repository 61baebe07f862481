import { join, relative, sep } from 'node:path'
import type { SearchResult } from '@recallite/core'
import { wholePath } from '@recallite/core/sources'
import type { DocumentAddress, Root } from '@recallite/store'

/** The locator of a result, as `recallite get` accepts it. */
export function locatorOf({ root, path, startLine, endLine, startColumn, endColumn }: SearchResult): string {
  const from = startColumn === null ? startLine : `${startLine}:${startColumn}`
  const to = endColumn === null ? endLine : `${endLine}:${endColumn}`
  return `${wholePath({ root, path })}:${from}-${to}`
}

/** The lines of a document, as `recallite get` accepts them. */
export function linesOf({ root, path, startLine, endLine }: SearchResult['duplicates'][number]): string {
  return `${wholePath({ root, path })}:${startLine}${endLine === startLine ? '' : `-${endLine}`}`
}

/** A path that programs can open: relative if the file is in the working folder (default: the process's own), else absolute. */
export function openablePath(
  { root: name, path }: DocumentAddress,
  { roots, folder = '' }: { readonly roots: readonly Root[]; readonly folder?: string | undefined },
): string {
  const root = roots.find((each) => each.name === name)
  if (root === undefined) return wholePath({ root: name, path })
  const full = join(root.path, ...path.split('/'))
  const short = relative(folder, full)
  if (short.startsWith(`..${sep}`)) return full
  // Other programs would read it as a flag.
  return short.startsWith('-') ? `.${sep}${short}` : short
}

/** The line of a result that matches the query best; the first one that is not empty if several match equally. */
export function bestLine(result: Pick<SearchResult, 'text' | 'snippet' | 'matches' | 'startLine'>) {
  const { text, snippet, startLine } = result
  const matched = matchedWords(result)
  const snippetWords = wordsOf(snippet)
  const rated = text.split(/\r?\n/u).map((line, index) => {
    const lower = line.toLowerCase()
    const matches = [...matched].filter((word) => lower.includes(word)).length
    const shared = [...wordsOf(line)].filter((word) => snippetWords.has(word)).length
    return { line: startLine + index, text: line, matches, shared }
  })
  const filled = rated.filter((each) => each.text.trim() !== '')
  const [best] = filled.toSorted((a, b) => b.matches - a.matches || b.shared - a.shared)
  return best ? { line: best.line, text: best.text } : { line: startLine, text: '' }
}

/** The query's words in a snippet, in lower case. */
export function matchedWords({ snippet, matches }: Pick<SearchResult, 'snippet' | 'matches'>): Set<string> {
  return new Set(matches.map(({ start, end }) => snippet.slice(start, end).toLowerCase()))
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
