import type { SearchFilter, Store } from '@recallite/store'
import { invalidOption } from '../errors.js'
import type { ResultKind } from './answer.js'
import type { FilterOptions } from './filter/resolve-filter.js'
import { isNarrowed, type SearchOptions, type SearchSettings } from './search-options.js'
import type { Ranking, ReadItem } from './stages/ranked-items.js'

/** One kind of result in a search: its store, filters and settings. */
export interface SearchedKind {
  readonly kind: ResultKind
  /** Contains only documents of this kind. */
  readonly store: Store
  readonly filters: FilterOptions
  readonly settings: SearchSettings
  /** In milliseconds since the epoch. */
  readonly now: number
  /** Reorders the fused ranking. */
  readonly order?: ((found: readonly ReadItem[]) => Promise<Ranking>) | undefined
}

/** The filter of each kind, including the fields of the query. */
export type KindFilters = ReadonlyMap<ResultKind, SearchFilter | undefined>

const bothKinds: readonly ResultKind[] = ['file', 'record']

/** A transcript is a file. */
const kindOf = (kind: string): string => (kind === 'session' ? 'file' : kind)

/**
 * The kinds to search: both, unless the caller names them or filters files.
 * @throws MemoryError `OPTION_INVALID`
 */
export function kindsOf(options: SearchOptions, hasRecords: boolean): readonly ResultKind[] {
  if (options.kinds === undefined) return hasRecords && !isNarrowed(options) ? bothKinds : ['file']
  const kinds = options.kinds.map(kindOf)
  const unknown = kinds.find((kind) => !bothKinds.some((each) => each === kind))
  if (unknown !== undefined || kinds.length === 0)
    throw invalidOption(`kind is ${JSON.stringify(unknown ?? '')}; it must be file, record or session.`)
  if (!hasRecords && !kinds.includes('file'))
    throw invalidOption('This memory has no records yet, or it was opened without a record store.')
  return bothKinds.filter((kind) => kinds.includes(kind) && (kind === 'file' || hasRecords))
}
