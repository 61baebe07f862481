import type { Store } from '@recallite/store'
import type { Source } from '../sources/source.js'
import type { SearchOptions } from './search-options.js'

function hasSessions(sources: readonly Source[]): boolean {
  return sources.some((source) => typeof source !== 'string' && source.kind === 'sessions')
}

/** A search with what it is to look into. */
export interface Narrowed {
  readonly options: SearchOptions
  /** The names of the roots that are searched. */
  readonly roots: readonly string[]
}

/**
 * Leaves transcripts out of a search, though they were indexed once, unless some source has them or the caller names
 * roots: conversations are found only where that is asked for.
 */
export async function hideSessions(
  store: Pick<Store, 'listRoots'>,
  sources: readonly Source[],
  options: SearchOptions,
): Promise<Narrowed> {
  if (options.roots !== undefined) return { options, roots: options.roots }
  const known = await store.listRoots()
  const shown = hasSessions(sources) ? known : known.filter(({ kind }) => kind !== 'sessions')
  const roots = shown.map(({ name }) => name)
  return { options: shown.length === known.length ? options : { ...options, roots }, roots }
}
