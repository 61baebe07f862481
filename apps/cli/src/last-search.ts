import { rmSync } from 'node:fs'
import { writeWhole } from '@recallite/command-line'
import type { SearchAnswer } from '@recallite/core'

/** What the name of a database's file is followed by in that of its last search. */
export const lastSearchEnding = '.last-search.json'

const version = 1
const ownerOnly = 0o600

/**
 * Keeps a search for `recallite-eval add --from-last-search`, in `<database>.last-search.json`, readable by its owner alone.
 * Of the results only roots and paths are kept. A search is answered whether or not the file can be written.
 */
export function keepLastSearch(
  database: string,
  {
    query,
    results,
  }: { query: string; results: readonly Pick<SearchAnswer['results'][number], 'root' | 'path'>[] },
): void {
  if (database === ':memory:') return
  const places = results.map(({ root, path }) => ({ root, path }))
  const text = `${JSON.stringify({ version, query, results: places })}\n`
  try {
    writeWhole(`${database}${lastSearchEnding}`, [text], { mode: ownerOnly })
  } catch {
    // The folder cannot be written to.
  }
}

/** Removes the last search in a database, if there is one. */
export function forgetLastSearch(database: string): void {
  rmSync(`${database}${lastSearchEnding}`, { force: true })
}
