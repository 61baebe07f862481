import type { Normalizer } from './normalizer.js'

/** Normalises what the list found by itself; completed scores count 0. */
export function onlyFound(normalize: Normalizer): Normalizer {
  return (list) => {
    const values = normalize({
      ...list,
      items: list.items.filter((item) => item.foundRank !== null),
    }).values()
    return list.items.map((item) => (item.foundRank === null ? 0 : (values.next().value ?? 0)))
  }
}
