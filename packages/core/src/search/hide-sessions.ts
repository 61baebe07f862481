import type { Store } from '@recallite/store'
import type { Source } from '../sources/source.js'
import type { SearchOptions } from './search-options.js'

/**
 * Leaves transcripts that were indexed earlier out of a search, unless a source has them or the caller names roots.
 * @returns the options to search with, and the names of the roots that are searched
 */
export async function hideSessions(
  store: Pick<Store, 'listRoots'>,
  sources: readonly Source[],
  options: SearchOptions,
): Promise<{ readonly options: SearchOptions; readonly roots: readonly string[] }> {
  if (options.roots !== undefined) return { options, roots: options.roots }
  const known = await store.listRoots()
  const hasSessions = sources.some((source) => typeof source !== 'string' && source.kind === 'sessions')
  const shown = known.filter(({ kind }) => hasSessions || kind !== 'sessions')
  const roots = shown.map(({ name }) => name)
  return { options: shown.length === known.length ? options : { ...options, roots }, roots }
}
