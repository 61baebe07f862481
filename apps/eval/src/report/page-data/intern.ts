/** Keeps equal things once, each at an index of its own. */
export interface Interner<Item> {
  readonly items: readonly Item[]
  /** The index of an item; the first time it is put at the end. */
  indexOf(item: Item): number
}

/** Items are equal where their keys are. */
export function createInterner<Item>(keyOf: (item: Item) => string): Interner<Item> {
  const items: Item[] = []
  const indices = new Map<string, number>()
  return {
    items,
    indexOf(item) {
      const key = keyOf(item)
      const known = indices.get(key)
      if (known !== undefined) return known
      indices.set(key, items.length)
      return items.push(item) - 1
    },
  }
}
