import type { Store } from '@recallite/store'
import type { Source } from '../sources/source.js'
import type { SearchOptions } from './search-options.js'

function hasSessions(sources: readonly Source[]): boolean {
  return sources.some((source) => typeof source !== 'string' && source.kind === 'sessions')
}

/**
 * Leaves transcripts out of a search, though they were indexed once, unless some source has them or the caller names
 * roots: conversations are found only where that is asked for.
 */
export async function hideSessions(
  store: Pick<Store, 'listRoots'>,
  sources: readonly Source[],
  options: SearchOptions,
): Promise<SearchOptions> {
  if (options.roots !== undefined || hasSessions(sources)) return options
  const roots = await store.listRoots()
  const shown = roots.filter(({ kind }) => kind !== 'sessions').map(({ name }) => name)
  return shown.length === roots.length ? options : { ...options, roots: shown }
}
