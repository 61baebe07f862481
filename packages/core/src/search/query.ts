import type { ParsedQuery } from '@recallite/keyword'
import type { WeighedTerm } from '@recallite/keyword/ranking'
import { allOf, type SearchFilter } from '@recallite/store'
import type { SpellingCorrection } from './answer.js'

/** A query as it is searched for. */
export interface Query extends ParsedQuery {
  /** Terms that were replaced because no chunk contains them. */
  readonly corrections: readonly SpellingCorrection[]
  /** The terms that chunks were scored by, with their idf; none before the keyword retriever has answered. */
  readonly weighed: readonly WeighedTerm[]
}

/** A search's filter, together with the terms that the query requires of every result. */
export function withRequiredTerms(
  filter: SearchFilter | undefined,
  { required }: Query,
): SearchFilter | undefined {
  return allOf(filter, required ? { kind: 'words', query: required } : undefined)
}

/** A feature as text: words side by side are quoted, `=…` is an exact form, `…*` a prefix, `a | b` either. */
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
