import type { ParsedQuery } from '@recallite/keyword'
import type { WeighedTerm } from '@recallite/keyword/ranking'
import { allOf, type SearchFilter } from '@recallite/store'
import type { SpellingCorrection } from './answer.js'

/** A parsed query, with its corrections and term weights. */
export interface Query extends ParsedQuery {
  readonly corrections: readonly SpellingCorrection[]
  /** Whether it contains a key, a token or a password, so that it must not leave this machine. */
  readonly isSecret: boolean
  /** The phrases that were required until nothing had them; undefined if there are none. */
  readonly unmatched?: string | undefined
  /** The scored terms with their idf; empty until the keyword retriever has answered. */
  readonly weighed: readonly WeighedTerm[]
}

/** Combines a search's filter with the terms that the query requires. */
export function withRequiredTerms(
  filter: SearchFilter | undefined,
  { required }: Query,
): SearchFilter | undefined {
  return allOf(filter, required ? { kind: 'words', query: required } : undefined)
}

/** A feature as text: a stem, `"a phrase"`, `=exact`, `prefix*` or `either | or`. */
export function describeFeature(feature: Query['weighed'][number]['feature']): string {
  switch (feature.kind) {
    case 'word':
      return feature.stem
    case 'form':
      return `=${feature.form}`
    case 'prefix':
      return `${feature.prefix}*`
    case 'either':
      return feature.features.map(describeFeature).join(' | ')
    case 'place':
      return `path "${feature.stems.join(' ')}"`
    default:
      return `"${feature.stems.join(' ')}"`
  }
}
