import { printable } from '@recallite/command-line'
import type { SearchResult } from '@recallite/core'

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(4)
}

/** How a result's score came about: a line for each retriever, and the span it comes from. */
export function renderExplanation({ contributions, score, startLine, endLine, id }: SearchResult): string[] {
  return [
    ...contributions.map(({ source, rank, raw, coverage, value }) => {
      const place = rank === null ? 'not found, scored afterwards' : `place ${rank}`
      const matched =
        coverage === undefined ? '' : `, matches ${Math.round(coverage * 100)} % of the question`
      const said = raw === null ? 'no score' : `${place}, score ${number(raw)}`
      return `${source.padEnd(8)} ${said}, adds ${number(value)}${matched}`
    }),
    `together ${number(score)}; lines ${startLine}–${endLine}, chunk ${printable(id)}`,
  ]
}
