import { writeWhole } from '@recallite/command-line'
import type { SearchAnswer } from '@recallite/core'

/** The end of the name of the file with the last search, after the name of the database's file. */
export const lastSearchEnding = '.last-search.json'

const version = 1

/**
 * Keeps a search for `recallite-eval add --from-last-search`, in `<database>.last-search.json`, readable by its owner alone.
 * Of the results only roots and paths are kept. If the file cannot be written, the search is answered all the same.
 */
export function keepLastSearch(
  database: string,
  answer: { query: string; results: readonly Pick<SearchAnswer['results'][number], 'root' | 'path'>[] },
): void {
  if (database === ':memory:') return
  const results = answer.results.map(({ root, path }) => ({ root, path }))
  const text = `${JSON.stringify({ version, query: answer.query, results })}\n`
  try {
    writeWhole(`${database}${lastSearchEnding}`, [text], { mode: 0o600, isLasting: false })
  } catch {
    // The folder cannot be written to.
  }
}
