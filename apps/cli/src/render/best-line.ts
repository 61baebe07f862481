import type { SearchResult } from '@recallite/core'

/** The line of a result that says most about why it was found; the first of equal ones that are not empty. */
export function bestLine(result: Pick<SearchResult, 'text' | 'snippet' | 'matches' | 'startLine'>): {
  line: number
  text: string
} {
  const { text, snippet, startLine } = result
  const matched = matchedWords(result)
  const shown = wordsOf(snippet)
  const rated = text.split(/\r?\n/u).map((line, index) => {
    const lower = line.toLowerCase()
    const found = [...matched].filter((word) => lower.includes(word)).length
    const shared = [...wordsOf(line)].filter((word) => shown.has(word)).length
    return { line: startLine + index, text: line, found, shared }
  })
  const filled = rated.filter((each) => each.text.trim() !== '')
  const [best] = filled.toSorted((a, b) => b.found - a.found || b.shared - a.shared)
  return best ? { line: best.line, text: best.text } : { line: startLine, text: '' }
}

/** The query's words in a snippet, in lower case. */
export function matchedWords({ snippet, matches }: Pick<SearchResult, 'snippet' | 'matches'>): Set<string> {
  return new Set(matches.map(({ start, end }) => snippet.slice(start, end).toLowerCase()))
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}
