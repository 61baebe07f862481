import type { CollectionCounts, ListedFeature, QueryFeature, RankedTerm } from '@recallite/store/query'

/** What a collection is counted for: in how many chunks it is decides how rare it is. */
export type CountedFeature =
  | Extract<QueryFeature, { kind: 'word' | 'phrase' | 'prefix' }>
  | { readonly kind: 'form'; readonly form: string }

/** What the collection answers to `wantedCounts`. */
export type TermCounts = Omit<CollectionCounts, 'languages'>

/** A name that two features share exactly if they are counted and listed alike. */
export function featureKey(feature: CountedFeature | ListedFeature): string {
  if (feature.kind === 'word') return feature.stem
  return JSON.stringify(feature.kind === 'form' ? { kind: 'form', form: feature.form } : feature)
}

/**
 * Lists what a collection must be asked to score chunks by these terms, without repeats: how many chunks contain each
 * of `queries`, how many texts of chunks each of `forms`, and which stems begin with each of `prefixes`.
 */
export function wantedCounts(terms: readonly RankedTerm[]) {
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
