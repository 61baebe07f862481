import type { SearchFilter, Store } from '@recallite/store'
import { invalidOption } from '../errors.js'
import type { ResultKind } from './answer.js'
import type { FilterOptions } from './filter/resolve-filter.js'
import { isNarrowed, type SearchOptions, type SearchSettings } from './search-options.js'
import type { Ranking, ReadItem } from './stages/ranked-items.js'

/** One kind of result in a search: where it is stored, what narrows it, and how it is ranked. */
export interface SearchedKind {
  readonly kind: ResultKind
  /** Holds the documents of this kind only. */
  readonly store: Store
  readonly filters: FilterOptions
  readonly settings: SearchSettings
  /** The clock for ages and dates, in milliseconds since the epoch. */
  readonly now: number
  /** Orders the fused ranking by what only the caller knows of the items; default: the ranking stays. */
  readonly order?: ((found: readonly ReadItem[]) => Promise<Ranking>) | undefined
}

/** The filter of each kind, after the query's fields were read. */
export type KindFilters = ReadonlyMap<ResultKind, SearchFilter | undefined>

const bothKinds: readonly ResultKind[] = ['file', 'record']

/**
 * The kinds that a search looks for: both, unless the caller names them or narrows the files.
 * @throws MemoryError `OPTION_INVALID`
 */
export function kindsOf(options: SearchOptions, hasRecords: boolean): readonly ResultKind[] {
  const { kinds } = options
  if (kinds === undefined) return hasRecords && !isNarrowed(options) ? bothKinds : ['file']
  const unknown = kinds.find((kind) => !bothKinds.includes(kind))
  if (unknown !== undefined || kinds.length === 0)
    throw invalidOption(`kind is ${JSON.stringify(unknown ?? '')}; it must be file or record.`)
  if (!hasRecords && !kinds.includes('file'))
    throw invalidOption('This memory has no records yet, or it was opened without a record store.')
  return bothKinds.filter((kind) => kinds.includes(kind) && (kind === 'file' || hasRecords))
}
