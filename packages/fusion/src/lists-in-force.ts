import type { RankedList } from './ranked-list.js'

/**
 * The lists of positive weight, cut to the candidates: the ids that one of them found. A score completed for an item
 * that only a list of weight 0 found goes with that list, as if the list had never been asked. Empty lists stay: they
 * were asked and found nothing.
 */
export function listsInForce<Id extends string>(lists: readonly RankedList<Id>[]): RankedList<Id>[] {
  const weighty = lists.filter((list) => list.weight > 0)
  const candidates = new Set(weighty.flatMap((list) => foundIds(list)))
  return weighty.map(({ source, weight, minimum, items }) => ({
    source,
    weight,
    minimum,
    items: items.filter((item) => candidates.has(item.id)),
  }))
}

function foundIds<Id extends string>(list: RankedList<Id>): Id[] {
  return list.items.filter((item) => item.foundRank !== null).map((item) => item.id)
}
