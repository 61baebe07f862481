import type { CollectionCounts, ListedFeature, QueryFeature, RankedTerm } from '@recallite/store/query'

/** A feature whose number of chunks determines its idf. */
export type CountedFeature =
  | Extract<QueryFeature, { kind: 'word' | 'phrase' | 'prefix' }>
  | { readonly kind: 'form'; readonly form: string }

/** The counts of a collection for `neededCounts`. */
export type TermCounts = Omit<CollectionCounts, 'languages'>

/** A key that features share if they have the same count and posting list. */
export function featureKey(feature: CountedFeature | ListedFeature): string {
  if (feature.kind === 'word') return feature.stem
  return JSON.stringify(feature.kind === 'form' ? { kind: 'form', form: feature.form } : feature)
}

/**
 * Lists, without repeats, the counts that scores by these terms depend on: the number of chunks with each of `queries`, the number
 * of chunk texts with each of `forms`, and the stems that begin with each of `prefixes`.
 */
export function neededCounts(terms: readonly RankedTerm[]) {
  const counted = terms.flatMap(({ feature }) => countedOf(feature))
  const distinct = [...new Map(counted.map((feature) => [featureKey(feature), feature])).values()]
  const queries = distinct.filter((feature) => feature.kind !== 'form')
  const forms = distinct.flatMap((feature) => (feature.kind === 'form' ? [feature.form] : []))
  const prefixes = queries.flatMap((query) => (query.kind === 'prefix' ? [query.prefix] : []))
  return { queries, forms, prefixes }
}

function countedOf(feature: QueryFeature): CountedFeature[] {
  switch (feature.kind) {
    case 'pair':
    case 'place':
      return feature.stems.map((stem) => ({ kind: 'word', stem }))
    case 'either':
      return feature.features.flatMap(countedOf)
    default:
      return [feature]
  }
}
